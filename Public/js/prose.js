// An article's Markdown as elements: headings, paragraphs, lists, code, emphasis. Everything else stays the text it is.
// (The server's `rendered_body` is HTML of somebody else's making, and is never used.)

import { element } from "./dom.js";

export function prose(markdown) {
    const blocks = [];
    const lines = markdown.split(/\r\n|\r|\n/);
    for (let index = 0; index < lines.length; ) {
        const line = lines[index];
        if (line.trim() === "") {
            index++;
        } else if (line.startsWith("```")) {
            const code = takeWhile(lines, index + 1, (next) => !next.startsWith("```"));
            blocks.push(element("pre", { tabindex: 0 }, element("code", {}, code.join("\n"))));
            index += code.length + 2;
        } else if (/^#{1,6} /.test(line)) {
            // The dialog's title is the h2 above, so a heading of the article starts at h3.
            const level = Math.min(6, line.indexOf(" ") + 2);
            blocks.push(element(`h${level}`, {}, ...inline(line.replace(/^#+ +/, ""))));
            index++;
        } else {
            const kind = kindOf(line);
            const taken = takeWhile(lines, index, (next) => next.trim() !== "" && kindOf(next) === kind);
            if (kind === "p") blocks.push(element("p", {}, ...inline(taken.join("\n"))));
            else blocks.push(element(kind, {}, ...taken.map((item) => element("li", {}, ...inline(item.replace(/^\s*(?:[-*+]|\d+\.) +/, ""))))));
            index += taken.length;
        }
    }
    return blocks;
}

function kindOf(line) {
    if (line.startsWith("```") || /^#{1,6} /.test(line)) return "other";
    if (/^\s*[-*+] /.test(line)) return "ul";
    return /^\s*\d+\. /.test(line) ? "ol" : "p";
}

function takeWhile(lines, start, holds) {
    let end = start;
    while (end < lines.length && holds(lines[end])) end++;
    return lines.slice(start, end);
}

/** `code` and **strong**; no nesting. */
function inline(text) {
    return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
        if (/^`[^`]+`$/.test(part)) return element("code", {}, part.slice(1, -1));
        if (/^\*\*[^*]+\*\*$/.test(part)) return element("strong", {}, part.slice(2, -2));
        return part;
    });
}
