// A server's answer in words; problem details (RFC 9457) say themselves what is wrong.

import { t } from "./i18n.js";

export function problemText({ status, reason, body }) {
    if (status === 0) return t("The server cannot be reached.");
    // HTTP/2 has no reason phrases; the problem's title stands in.
    const title = body?.title ?? reason;
    return [`${status} ${title}`.trim(), body?.detail].filter(Boolean).join(": ");
}
