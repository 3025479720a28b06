// The server's other endpoints. Every answer comes back as a value, problem details (RFC 9457) included; nothing throws but an abort.

let token = "";

/** The token goes with posts only, is kept in memory only, and ends with the page. */
export const setToken = (value) => (token = value.trim());
export const hasToken = () => token !== "";

export const get = (path, signal) => ask(path, { signal, cache: "no-cache" });
export const post = (path, body) =>
    ask(path, { method: "POST", body, headers: { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) } });

/** `{ok, status, reason, body, fields}`; status 0 means that the server was not reached. */
async function ask(path, options) {
    try {
        const response = await fetch(path, options);
        const text = await response.text();
        return { ok: response.ok, status: response.status, reason: response.statusText, body: parse(text), fields: response.headers };
    } catch (error) {
        if (error.name === "AbortError") throw error;
        return { ok: false, status: 0, reason: "", body: null, fields: new Headers() };
    }
}

function parse(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

/** The page numbers in a `Link` field (RFC 8288) by relation. Only numbers: its host may be one that a proxy hides. */
export function pagesOf(linkField) {
    const pages = {};
    for (const [, target, relation] of (linkField ?? "").matchAll(/<([^>]*)>\s*;[^,]*?rel="?(\w+)"?/g)) {
        const page = Number(new URL(target, document.baseURI).searchParams.get("page"));
        if (page > 0) pages[relation] = page;
    }
    return pages;
}
