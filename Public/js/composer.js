// Posts a notification to everyone, shows the server's answer, and how long the event took to come back on the stream.

import { post, setToken } from "./api.js";
import { problemText } from "./answer.js";
import { copy, curlOfPost } from "./curl.js";
import { isReserved, notifications } from "./declarations.js";
import { byId, element } from "./dom.js";
import { t } from "./i18n.js";

const otherName = "…";

export function installComposer(stream) {
    const select = byId("post-name");
    const payload = byId("post-payload");
    const answerBox = byId("post-answer");

    select.append(...notifications.map(({ name }) => element("option", { value: name }, name)), element("option", { value: otherName }, t("another name…")));

    const name = () => (select.value === otherName ? byId("post-custom").value.trim() : select.value);
    const choose = () => {
        byId("post-other").hidden = select.value !== otherName;
        const declared = notifications.find(({ name }) => name === select.value);
        payload.value = JSON.stringify(declared?.sample() ?? {}, null, 2);
    };
    select.addEventListener("change", choose);
    choose();

    // The event may be on the stream before the answer to the post is here: whichever comes second completes the story.
    let sent = null;
    const complete = () => {
        if (!sent?.id || !sent.arrived) return;
        answerBox.append(element("span", { "data-testid": "post-latency" }, t("back on the stream after {ms} ms", { ms: Math.max(1, Math.round(sent.arrived - sent.at)) })));
        sent = null;
    };
    const recent = new Map();
    stream.addEventListener("event", ({ detail: { id, channel } }) => {
        if (!sent || channel !== "notifications") return;
        recent.set(id, performance.now());
        if (sent.id === id) sent.arrived = recent.get(id);
        complete();
    });

    byId("post-form").addEventListener("submit", async (event) => {
        event.preventDefault();
        // A name this page does not know can be heard from now on, if the server has it.
        if (name() && !isReserved(name())) stream.learn(name());
        recent.clear();
        const mine = { at: performance.now() };
        sent = mine;
        say("", element("span", {}, t("Sending…")));
        const answer = await post(`notifications/${encodeURIComponent(name())}`, payload.value);
        if (!answer.ok) {
            if (sent === mine) sent = null;
            return say("failed", element("strong", {}, problemText(answer)), answer.body?.type && element("code", {}, answer.body.type));
        }
        const id = answer.body?.id ?? "";
        say("done", element("strong", {}, `${answer.status} ${t("Accepted")}`), element("code", { "data-testid": "post-id" }, id));
        mine.id = id;
        mine.arrived = recent.get(id);
        complete();
    });

    function say(outcome, ...children) {
        answerBox.className = `answer ${outcome}`;
        answerBox.replaceChildren(...children.filter(Boolean));
        answerBox.hidden = false;
    }

    byId("copy-post").addEventListener("click", () => copy(curlOfPost(name(), payload.value)));
    byId("token").addEventListener("input", () => setToken(byId("token").value));
}
