// Requests as curl commands, and the way to the clipboard.

import { hasToken } from "./api.js";
import { toast } from "./dom.js";
import { t } from "./i18n.js";

/** In single quotes a POSIX shell leaves everything alone but the quote. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const address = (path) => quoted(new URL(path, document.baseURI).href);

/** The token itself stays here: the command names a variable. */
export const curlOfPost = (name, payload) =>
	`curl -i${hasToken() ? ' -H "Authorization: Bearer $TOKEN"' : ""} -d ${quoted(payload)} ${address(`notifications/${name}`)}`;

/** With an id the stream resumes after that event. */
export const curlOfStream = (channels, id) => `curl -N${id ? ` -H ${quoted(`Last-Event-ID: ${id}`)}` : ""} ${address(`events?channels=${channels}`)}`;

export async function copy(text) {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		// Plain http on another machine is no secure context and has no clipboard object; the old way works there.
		const area = document.createElement("textarea");
		area.value = text;
		(document.querySelector("dialog[open]") ?? document.body).append(area);
		area.select();
		document.execCommand("copy");
		area.remove();
	}
	toast(t("Copied"));
}
