// Making elements. Text goes in through textContent only, so nothing that a server or a stranger sent can become markup.

export const byId = (id) => document.getElementById(id);

/** `element("li", {class: "row", onclick: f}, "text", child)`: functions become listeners, false attributes are left out. */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (typeof value === "function") made.addEventListener(key.slice(2), value);
        else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
    return made;
}

/** Shows text in an element that is hidden while it has none. */
export function tell(target, text) {
    target.textContent = text;
    target.hidden = text === "";
}

/** Calls `action` after `milliseconds` without another call. */
export function debounce(milliseconds, action) {
    let timer = 0;
    return () => {
        clearTimeout(timer);
        timer = setTimeout(action, milliseconds);
    };
}

let toastTimer = 0;

export function toast(text) {
    tell(byId("toast"), text);
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => tell(byId("toast"), ""), 2_500);
}
