// Posts a notification to everyone, shows the server's answer, and how long the event took to come back on the stream.

import { post, setToken } from "./api.js";
import { copy, curlOfPost } from "./curl.js";
import { notifications } from "./declarations.js";
import { h, on, ui } from "./dom.js";
import { t } from "./i18n.js";

const other = "…";

export function installComposer(stream) {
	const { postName: select, postPayload: payload, postAnswer: answer } = ui;
	select.append(...Object.keys(notifications).map((name) => h("option", { value: name }, name)), h("option", { value: other }, t("another name…")));

	const name = () => (select.value === other ? ui.postCustom.value.trim() : select.value);
	const choose = () => {
		ui.postOther.hidden = select.value !== other;
		payload.value = JSON.stringify(notifications[select.value] ?? {}, null, 2);
	};
	on(select, "change", choose);
	choose();

	/** Arrivals since the last post, by id: the event may be here before the answer. */
	const arrivals = new Map();
	let sent = {};
	const showLatency = () => {
		if (!arrivals.has(sent.id)) return;
		const ms = Math.max(1, Math.round(arrivals.get(sent.id) - sent.at));
		answer.append(h("span", {}, t("back on the stream after {ms} ms", { ms })));
		sent = {};
	};
	stream.events.subscribe(({ id, channel }) => {
		if (!sent.at || channel !== "notifications") return;
		arrivals.set(id, performance.now());
		showLatency();
	});

	on(ui.postForm, "submit", async (event) => {
		event.preventDefault();
		stream.learn(name());
		arrivals.clear();
		sent = { at: performance.now() };
		const { status, body, problem } = await post(`notifications/${encodeURIComponent(name())}`, payload.value);
		answer.className = `answer ${problem ? "failed" : "done"}`;
		answer.replaceChildren(h("strong", {}, problem || `${status} ${t("Accepted")}`), h("code", {}, body?.id ?? ""));
		answer.hidden = false;
		sent.id = body?.id;
		showLatency();
	});

	on(ui.copyPost, "click", () => copy(curlOfPost(name(), payload.value)));
	on(ui.token, "input", () => setToken(ui.token.value));
}
