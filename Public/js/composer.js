// Posts a notification, shows the server's answer, and how long the event took to come back.

import { post, setToken } from "./api.js";
import { copy, curlOfPost } from "./curl.js";
import { notifications } from "./declarations.js";
import { h, on, ui } from "./dom.js";
import { t } from "./i18n.js";

export function installComposer(stream) {
	const { postName: select, postPayload: payload, postAnswer: answer } = ui;
	select.append(...Object.keys(notifications).map((name) => h("option", { value: name }, name)));

	const drafts = {};
	const choose = () => {
		payload.value = drafts[select.value] ?? JSON.stringify(notifications[select.value], null, 2);
		answer.hidden = true;
	};
	on(payload, "input", () => (drafts[select.value] = payload.value));
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
	stream.events.subscribe(({ id, channel, replayed }) => {
		if (!sent.at || channel !== "notifications" || replayed) return;
		arrivals.set(id, performance.now());
		showLatency();
	});

	on(ui.postForm, "submit", async (event) => {
		event.preventDefault();
		arrivals.clear();
		sent = { at: performance.now() };
		const { status, body, problem } = await post(`notifications/${select.value}`, payload.value);
		answer.className = `answer ${problem ? "failed" : "done"}`;
		answer.replaceChildren(h("strong", {}, problem || `${status} ${t("Accepted")}`), h("code", {}, body?.id ?? ""), h("span", {}, body?.id && stream.state !== "open" ? t("Reconnect and replay") : ""));
		answer.hidden = false;
		sent.id = body?.id;
		showLatency();
	});

	on(ui.copyPost, "click", () => copy(curlOfPost(select.value, payload.value)));
	on(ui.token, "input", () => setToken(ui.token.value));
}
