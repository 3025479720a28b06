// Tells the server whether this tab is seen (Page Visibility), with the key from `hello`.
// A reconnect is a new page over there, visible until told otherwise.

/** The last two chances before a tab sleeps or ends are `pagehide` and `freeze`; requests sent there must outlive the page. */
export function reportVisibility(stream) {
    let told = true;

    const report = (visible) => {
        if (!stream.viewer || !stream.key || visible === told) return;
        told = visible;
        const path = `viewers/${encodeURIComponent(stream.viewer)}/visibility`;
        const body = JSON.stringify({ key: stream.key, visible });
        const beacon = () => navigator.sendBeacon(path, new Blob([body], { type: "application/json" }));
        // A beacon is made for the moment of leaving; on the way back an answer is worth having, to say it again if it failed.
        if (!visible && beacon()) return;
        const { viewer } = stream;
        fetch(path, { method: "POST", body, headers: { "Content-Type": "application/json" }, keepalive: true }).catch(() => {
            if (stream.viewer === viewer) told = !visible;
        });
    };

    const current = () => report(document.visibilityState === "visible");
    stream.addEventListener("hello", () => {
        told = true;
        current();
    });
    document.addEventListener("visibilitychange", current);
    document.addEventListener("freeze", () => report(false));
    document.addEventListener("resume", current);
    addEventListener("pagehide", () => report(false));
    addEventListener("pageshow", current);
}
