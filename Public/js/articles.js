// The article list: search, tag, pages, refresh. Each new question cancels the one under way, as flatMapLatest would.

import { get, pagesOf, post } from "./api.js";
import { byId, debounce, element, tell } from "./dom.js";
import { dayOf, number, t } from "./i18n.js";
import { problemText } from "./answer.js";
import { prose } from "./prose.js";

const perPage = 10;

export function installArticles(stream) {
    const list = byId("article-list");
    let question = { query: "", tag: "", page: 1 };
    let pages = {};
    let underWay = new AbortController();

    const ask = (change) => {
        question = { page: 1, ...withoutPage(question), ...change };
        return load(new Set());
    };

    async function load(changed) {
        underWay.abort();
        underWay = new AbortController();
        const parameters = new URLSearchParams({ page: question.page, per_page: perPage });
        if (question.query) parameters.set("query", question.query);
        if (question.tag) parameters.set("tag", question.tag);
        let answer;
        try {
            answer = await get(`articles?${parameters}`, underWay.signal);
        } catch {
            return;
        }
        if (answer.ok && Array.isArray(answer.body)) show(answer, changed);
        else tell(byId("article-problem"), problemText(answer));
    }

    function show({ body: articles, fields }, changed) {
        const total = Number(fields.get("Total-Count") ?? articles.length);
        const first = (question.page - 1) * perPage;
        pages = pagesOf(fields.get("Link"));
        // Articles may have gone while a late page was shown: go back to the last one there is.
        if (articles.length === 0 && total > 0 && question.page > 1) return ask({ page: pages.last ?? Math.ceil(total / perPage) });

        const focused = list.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
        list.replaceChildren(...articles.map((article) => row(article, changed.has(article.id))));
        if (focused) list.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
        tell(byId("article-problem"), total === 0 ? t("No article matches.") : "");
        byId("article-total").textContent = number(total);
        byId("page-range").textContent = total === 0 ? "" : t("{from}–{to} of {total}", { from: first + 1, to: first + articles.length, total: number(total) });
        byId("page-prev").disabled = !pages.prev;
        byId("page-next").disabled = !pages.next;
    }

    const row = (article, isChanged) =>
        element(
            "li",
            { "data-testid": "article", "data-id": article.id, class: isChanged ? "changed" : undefined },
            element("button", { type: "button", class: "title", "data-testid": "article-open", "data-key": article.id, onclick: () => open(article) }, article.title),
            element(
                "p",
                { class: "meta" },
                ...(article.tags ?? []).map(({ name }) =>
                    element(
                        "button",
                        { type: "button", class: "tag", "data-testid": "tag", "data-key": `${article.id} ${name}`, "aria-label": t("Show articles tagged {tag}", { tag: name }), onclick: () => chooseTag(name) },
                        name,
                    ),
                ),
                element("span", {}, dayOf(article.created_at)),
                element("span", {}, `♥ ${number(article.likes_count ?? 0)}`),
            ),
        );

    function chooseTag(name) {
        const chosen = byId("tag-filter");
        tell(chosen, name && `${name} ✕`);
        chosen.setAttribute("aria-label", t("Stop filtering by {tag}", { tag: name }));
        if (name) chosen.focus();
        else byId("search").focus();
        ask({ tag: name });
    }

    async function open({ id, title }) {
        const { ok, body, ...rest } = await get(`articles/${encodeURIComponent(id)}`);
        byId("article-dialog-title").textContent = ok ? body.title : title;
        byId("article-dialog-meta").replaceChildren(...(ok ? meta(body) : []));
        byId("article-dialog-body").replaceChildren(...(ok ? prose(body.body ?? "") : [problemText({ ok, body, ...rest })]));
        byId("article-dialog").showModal();
        byId("article-dialog").scrollTop = 0;
    }

    // --- Refresh: the server's lock, seen through the activity channel

    const setRunning = (running) => {
        byId("refresh").setAttribute("aria-busy", String(running));
        byId("refresh-label").textContent = running ? t("Refreshing…") : t("Refresh");
    };

    // The button stays enabled while a refresh runs: the second one's 409 is worth seeing.
    byId("refresh").addEventListener("click", async () => {
        const answer = await post("articles/refresh");
        tell(byId("refresh-answer"), answer.ok ? t("The server reads its articles again.") : problemText(answer));
        byId("refresh-answer").classList.toggle("failed", !answer.ok);
    });

    stream.addEventListener("event", ({ detail: { name, data } }) => {
        if (name === "activity") setRunning(data?.active === true);
        if (name === "articles") {
            const { inserted = [], updated = [], removed = [] } = data ?? {};
            byId("refresh-answer").classList.remove("failed");
            tell(byId("refresh-answer"), t("{inserted} new, {updated} changed, {removed} gone", { inserted: inserted.length, updated: updated.length, removed: removed.length }));
            load(new Set([...inserted, ...updated]));
        }
    });
    // After a reset nobody tells what was missed: the list is asked for again, and a lost end of a refresh must not spin for ever.
    stream.addEventListener("reset", () => {
        setRunning(false);
        load(new Set());
    });

    byId("search").addEventListener("input", debounce(250, () => ask({ query: byId("search").value.trim() })));
    byId("search-form").addEventListener("submit", (event) => event.preventDefault());
    byId("tag-filter").addEventListener("click", () => chooseTag(""));
    byId("page-prev").addEventListener("click", () => ask({ page: pages.prev ?? 1 }));
    byId("page-next").addEventListener("click", () => ask({ page: pages.next ?? 1 }));
    setRunning(false);
    load(new Set());
}

const withoutPage = ({ query, tag }) => ({ query, tag });

function meta({ user, created_at, tags = [], url }) {
    const parts = [user?.id && `@${user.id}`, dayOf(created_at), tags.map(({ name }) => name).join(", ")].filter(Boolean);
    const nodes = [element("span", {}, parts.join(" · "))];
    // Whatever a saved list holds there: only a web address becomes a link.
    if (/^https?:\/\//.test(url ?? "")) nodes.push(element("a", { href: url, rel: "noopener noreferrer", target: "_blank" }, t("Read the original")));
    return nodes;
}
