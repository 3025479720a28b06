// Tells the server whether this tab is seen (Page Visibility). A reconnect is a new page over there, visible until told otherwise.

import { on } from "./dom.js";

export function reportVisibility(stream) {
	let told;
	const report = (visible) => {
		const { viewer, key } = stream;
		if (!key || visible === told) return;
		told = visible;
		const path = `viewers/${encodeURIComponent(viewer)}/visibility`;
		const body = new Blob([JSON.stringify({ key, visible })], { type: "application/json" });
		// A beacon outlives the page, so it is for leaving; what fails on coming back is tried again.
		if (!visible && navigator.sendBeacon(path, body)) return;
		fetch(path, { method: "POST", body, keepalive: true }).catch(() => (told = undefined));
	};
	const current = () => report(document.visibilityState === "visible");
	const leaving = () => report(false);

	stream.hellos.subscribe(() => {
		told = true;
		current();
	});
	on(document, "visibilitychange", current);
	on(document, "resume", current);
	on(window, "pageshow", current);
	on(document, "freeze", leaving);
	on(window, "pagehide", leaving);
}
