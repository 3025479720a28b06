// Who is here: asked for when the stream says hello, and again, gathered, whenever a lifecycle event says that somebody moved.

import { get } from "./api.js";
import { byId, debounce, element } from "./dom.js";
import { number, t, timeOf } from "./i18n.js";

/** The four steps of a page's life, in order; the lights of a row show how far it is. */
const steps = ["viewWillAppear", "viewDidAppear", "viewWillDisappear", "viewDidDisappear"];
/** More rows than this help nobody; the count tells the rest. */
const shown = 50;

export function installViewers(stream) {
    const list = byId("viewers");
    const lastStep = new Map();
    let viewers = [];

    const load = debounce(120, async () => {
        const { ok, body } = await get("viewers");
        if (!ok || !Array.isArray(body)) return;
        viewers = body;
        const present = new Set(viewers.map(({ viewer }) => viewer));
        for (const viewer of lastStep.keys()) if (!present.has(viewer)) lastStep.delete(viewer);
        show();
    });

    function show() {
        byId("viewer-count").textContent = number(viewers.length);
        // Our own row first, then the newest.
        const order = [...viewers].sort((a, b) => Number(b.viewer === stream.viewer) - Number(a.viewer === stream.viewer) || String(b.since).localeCompare(String(a.since)));
        list.replaceChildren(...order.slice(0, shown).map(row));
        if (!stream.channelNames.includes("lifecycle")) list.append(element("li", { class: "empty" }, t("Subscribe to lifecycle to keep this list live.")));
    }

    function row({ viewer, visible, since, protocol }) {
        const step = lastStep.get(viewer) ?? (visible === false ? steps[3] : steps[1]);
        const reached = steps.indexOf(step);
        return element(
            "li",
            { "data-testid": "viewer", "data-viewer": viewer, "data-visible": String(visible !== false), class: viewer === stream.viewer ? "me" : undefined },
            element("span", { class: "eye", "aria-hidden": "true" }),
            element("code", {}, String(viewer).slice(0, 8)),
            element("span", { class: "who" }, viewer === stream.viewer && element("span", { class: "you" }, t("you"))),
            element("span", { class: "seen" }, visible === false ? t("hidden") : t("visible")),
            element("span", { class: "steps", title: step, "aria-hidden": "true" }, ...steps.map((_, index) => element("i", { class: index === reached ? "on" : undefined }))),
            element("span", { class: "since" }, [protocol, since && t("since {time}", { time: timeOf(since) })].filter(Boolean).join(" · ")),
        );
    }

    stream.addEventListener("event", ({ detail: { name, data } }) => {
        if (name !== "lifecycle" || !data) return;
        if (steps.includes(data.message)) lastStep.set(data.viewer, data.message);
        load();
    });
    stream.addEventListener("hello", load);
    stream.addEventListener("state", ({ detail }) => {
        // Without a connection the list would be a guess.
        if (detail === "open") return;
        viewers = [];
        lastStep.clear();
        show();
    });
}
