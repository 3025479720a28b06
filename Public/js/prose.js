// An article's Markdown as elements: headings, code blocks and `code`; the rest stays the text it is.
// (`rendered_body` is HTML of somebody else's making, and never used.)

import { h } from "./dom.js";

export const prose = (markdown) =>
	// Split keeps what the group caught: every second part is a block of code.
	markdown.split(/^```.*\n([^]*?)^```$/m).flatMap((part, index) => (index % 2 ? [h("pre", { tabindex: 0 }, part)] : paragraphs(part)));

const paragraphs = (text) =>
	text
		.split(/\n\s*\n|(?<=^#.*)\n/m)
		.filter((block) => block.trim())
		.map((block) => {
			const heading = /^\s*#+ +(.*)/.exec(block);
			return heading ? h("h3", {}, heading[1]) : h("p", {}, ...inline(block.trim()));
		});

const inline = (text) => text.split(/`([^`]+)`/).map((part, index) => (index % 2 ? h("code", {}, part) : part));
