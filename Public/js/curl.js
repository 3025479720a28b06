// The same thing from a terminal: requests as curl commands, and the way to the clipboard.

import { hasToken } from "./api.js";
import { toast } from "./dom.js";
import { t } from "./i18n.js";

/** In single quotes a POSIX shell leaves everything alone but the quote itself. */
const quoted = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
const address = (path) => quoted(new URL(path, document.baseURI).href);

export function curlOfPost(name, payload) {
    // The token itself stays here: the command names a variable of the shell.
    const authorization = hasToken() ? ` -H "Authorization: Bearer $TOKEN"` : "";
    return `curl -i${authorization} -d ${quoted(payload)} ${address(`notifications/${encodeURIComponent(name)}`)}`;
}

/** Without `lastEventId` a fresh stream, else one that resumes after that event. */
export function curlOfStream(channelNames, lastEventId) {
    const resume = lastEventId ? ` -H ${quoted(`Last-Event-ID: ${lastEventId}`)}` : "";
    return `curl -N${resume} ${address(`events?channels=${channelNames.join(",")}`)}`;
}

export async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        // Plain http on another machine is no secure context and has no clipboard object; the old way still works there.
        const area = document.createElement("textarea");
        area.value = text;
        (document.querySelector("dialog[open]") ?? document.body).append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
    }
    toast(t("Copied"));
}
