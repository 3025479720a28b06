// Light, dark, or as the system says: a data attribute that the style sheet turns into `color-scheme`.

import { byId } from "./dom.js";
import { t } from "./i18n.js";

const themes = [
    { name: "auto", sign: "◐", label: "Colours: as the system" },
    { name: "light", sign: "☀", label: "Colours: light" },
    { name: "dark", sign: "☾", label: "Colours: dark" },
];

/** `changed` is called after each change, the system's too: canvases must be drawn again. */
export function installTheme(changed) {
    const button = byId("theme");
    let index = Math.max(0, themes.findIndex(({ name }) => name === stored()));
    const apply = () => {
        const { name, sign, label } = themes[index];
        document.documentElement.dataset.theme = name;
        button.textContent = sign;
        button.title = t(label);
        button.setAttribute("aria-label", t(label));
        changed();
    };
    button.addEventListener("click", () => {
        index = (index + 1) % themes.length;
        store(themes[index].name);
        apply();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
    apply();
}

// Storage may be forbidden (private windows, embedded pages); then the choice lasts as long as the page.
function stored() {
    try {
        return localStorage.getItem("rivulet.theme");
    } catch {
        return null;
    }
}

function store(name) {
    try {
        localStorage.setItem("rivulet.theme", name);
    } catch {
        // See above.
    }
}
