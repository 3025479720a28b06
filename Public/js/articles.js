// The article list: search, tag, pages, refresh. A new question cancels the one under way, as flatMapLatest would.

import { get, pagesOf, post } from "./api.js";
import { debounce, h, on, tell, ui } from "./dom.js";
import { dayOf, number, t } from "./i18n.js";
import { prose } from "./prose.js";

const perPage = 10;

export function installArticles(stream) {
	const list = ui.articleList;
	let question = { query: "", tag: "", page: 1 };
	let pages = {};
	let underWay;

	/** Page 1 again, unless the change says otherwise. */
	const ask = (change) => {
		question = { ...question, page: 1, ...change };
		return load();
	};

	async function load(changed = []) {
		underWay?.abort();
		underWay = new AbortController();
		const parameters = new URLSearchParams({ page: question.page, per_page: perPage });
		for (const key of ["query", "tag"]) if (question[key]) parameters.set(key, question[key]);
		const answer = await get(`articles?${parameters}`, underWay.signal).catch(() => undefined);
		if (answer?.problem) tell(ui.articleProblem, answer.problem);
		else if (answer) show(answer, changed);
	}

	function show({ body: articles, headers }, changed) {
		const total = Number(headers.get("Total-Count"));
		pages = pagesOf(headers.get("Link"));
		// Articles may have gone while the last page was shown.
		if (articles.length === 0 && question.page > 1) return ask({ page: pages.last ?? 1 });
		const focus = document.activeElement.dataset.key;
		list.replaceChildren(...articles.map((article) => row(article, changed.includes(article.id))));
		if (focus) list.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
		const from = (question.page - 1) * perPage;
		tell(ui.articleProblem, total ? "" : t("No article matches."));
		ui.articleTotal.textContent = number(total);
		ui.pageRange.textContent = total ? t("{from}–{to} of {total}", { from: from + 1, to: from + articles.length, total }) : "";
		ui.pagePrev.disabled = !pages.prev;
		ui.pageNext.disabled = !pages.next;
	}

	/** `data-key` finds the focused button again after a change. */
	const row = ({ id, title, tags = [], created_at, likes_count = 0 }, changed) =>
		h(
			"li",
			{ "data-id": id, class: changed && "changed" },
			h("button", { class: "title", "data-key": id, click: () => open(id) }, title),
			h(
				"p",
				{ class: "meta" },
				...tags.map(({ name }) => h("button", { class: "tag", "data-key": id + name, click: () => chooseTag(name) }, name)),
				h("span", {}, dayOf(created_at)),
				h("span", {}, `♥ ${number(likes_count)}`),
			),
		);

	function chooseTag(tag) {
		tell(ui.tagFilter, tag && `${tag} ✕`);
		ui.tagFilter.setAttribute("aria-label", t("Remove {tag}", { tag }));
		(tag ? ui.tagFilter : ui.search).focus();
		ask({ tag });
	}

	async function open(id) {
		const { body, problem } = await get(`articles/${encodeURIComponent(id)}`);
		const { title, user, created_at, url, body: text } = body ?? {};
		ui.articleDialogTitle.textContent = problem || title;
		ui.articleDialogMeta.replaceChildren(
			problem ? "" : `@${user?.id} · ${dayOf(created_at)} `,
			// Whatever a saved list holds: only a web address becomes a link.
			!problem && /^https?:/.test(url) ? h("a", { href: url, rel: "noopener noreferrer", target: "_blank" }, t("Read the original")) : "",
		);
		ui.articleDialogBody.replaceChildren(...(problem ? [] : prose(text ?? "")));
		ui.articleDialog.showModal();
		ui.articleDialog.scrollTop = 0;
	}

	// The server's refresh lock, seen on the stream.
	const setRunning = (running) => {
		ui.refresh.setAttribute("aria-busy", running);
		ui.refreshLabel.textContent = running ? t("Refreshing…") : t("Refresh");
	};
	const say = (problem, text) => {
		tell(ui.refreshAnswer, problem || text);
		ui.refreshAnswer.classList.toggle("failed", problem !== "");
	};

	const sayChanges = (inserted, updated, removed) => say("", t("{inserted} new, {updated} changed, {removed} gone", { inserted, updated, removed }));

	// Not disabled meanwhile: a second refresh's 409 is worth seeing.
	on(ui.refresh, "click", async () => {
		say("");
		const { problem } = await post("articles/refresh");
		// The stream may be faster.
		if (problem || ui.refreshAnswer.hidden) say(problem, `202 ${t("Accepted")}`);
	});
	/** What came of a refresh comes before its end. */
	let told;
	stream.events.subscribe(({ name, data }) => {
		if (name === "activity") {
			setRunning(data.active);
			if (!data.active && !told) sayChanges(0, 0, 0);
			told = false;
		}
		if (name === "refreshFailed") say((told = t("Refresh failed: {reason}", data)));
		if (name !== "articles") return;
		told = true;
		const { inserted, updated, removed } = data;
		sayChanges(inserted.length, updated.length, removed.length);
		load([...inserted, ...updated]);
	});
	// What was missed is unknown: ask again, and do not spin for ever.
	stream.resets.subscribe(() => {
		setRunning(false);
		load();
	});

	on(ui.search, "input", debounce(250, () => ask({ query: ui.search.value.trim() })));
	on(ui.searchForm, "submit", (event) => event.preventDefault());
	on(ui.tagFilter, "click", () => chooseTag(""));
	on(ui.pagePrev, "click", () => ask({ page: pages.prev }));
	on(ui.pageNext, "click", () => ask({ page: pages.next }));
	load();
}
