// The server's other endpoints. An answer is a value, whatever its status; only an abort throws.

import { t } from "./i18n.js";

let token = "";

/** Goes with posts only, is kept in memory only. */
export const setToken = (value) => (token = value.trim());
export const hasToken = () => token !== "";

export const get = (path, signal) => ask(path, { signal, cache: "no-cache" });
export const post = (path, body) =>
	ask(path, { method: "POST", body, headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) } });

/** `problem` says in words what problem details (RFC 9457) or the status say; empty when all is well. */
async function ask(path, options) {
	try {
		const response = await fetch(path, options);
		const { ok, status, headers } = response;
		const body = await response.json().catch(() => undefined);
		// HTTP/2 has no reason phrases; the problem's title stands in.
		const problem = ok ? "" : [`${status} ${body?.title ?? response.statusText}`, body?.detail].filter(Boolean).join(": ");
		return { status, headers, body, problem };
	} catch (error) {
		if (error.name === "AbortError") throw error;
		return { status: 0, problem: t("The server cannot be reached.") };
	}
}

/** Page numbers by relation, from a `Link` field (RFC 8288). Not its addresses: a proxy may hide the host. */
export function pagesOf(link) {
	const pages = {};
	for (const [, query, relation] of (link ?? "").matchAll(/<[^>?]*\?([^>]*)>;\s*rel="?(\w+)/g)) pages[relation] = Number(new URLSearchParams(query).get("page"));
	return pages;
}
