// Finding, making and filling elements. Text goes in as text nodes only: what a server or a stranger sent can't become markup.

/** `ui.postName` is the element with the id `post-name`. */
export const ui = new Proxy({}, { get: (_, name) => document.getElementById(name.replace(/[A-Z]/g, "-$&").toLowerCase()) });

export const on = (target, name, action) => target.addEventListener(name, action);

/** `h("li", {class: "row", click: f}, "text", child)`: functions listen; false and undefined are left out. */
export function h(name, attributes, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (typeof value === "function") on(made, key, value);
		else if (value !== false && value !== undefined) made.setAttribute(key, value === true ? "" : value);
	}
	made.append(...children.filter((child) => child !== false && child !== undefined));
	return made;
}

/** Shows text in an element that is hidden while it has none. */
export function tell(target, text) {
	target.textContent = text;
	target.hidden = !text;
}

/** Calls `action` once `milliseconds` have passed without another call. */
export function debounce(milliseconds, action) {
	let timer;
	return () => {
		clearTimeout(timer);
		timer = setTimeout(action, milliseconds);
	};
}

const untoast = debounce(2500, () => ui.toast.hidePopover());

/** A popover, to be above an open dialog. */
export function toast(text) {
	ui.toast.textContent = text;
	ui.toast.togglePopover(true);
	untoast();
}
