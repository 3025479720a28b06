// What both charts share: a canvas sharp on any screen, and the colours of the style sheet.

/** Fits the canvas's pixels to its box; the context then draws in CSS pixels. */
export function prepare(canvas) {
    const { clientWidth: width, clientHeight: height } = canvas;
    const scale = devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
        canvas.width = Math.round(width * scale);
        canvas.height = Math.round(height * scale);
    }
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    return { context, width, height };
}

let cache = null;

/** Colours by channel, and `ink`, `faint`, `line`, `paper`. Asked of live elements: only there is light-dark() resolved. */
export function palette() {
    if (cache) return cache;
    cache = {};
    for (const swatch of document.querySelectorAll("#channels [data-channel] .swatch")) {
        cache[swatch.closest("[data-channel]").dataset.channel] = getComputedStyle(swatch).backgroundColor;
    }
    const style = getComputedStyle(document.getElementById("marbles"));
    cache.ink = style.color;
    cache.faint = style.outlineColor;
    cache.line = style.borderTopColor;
    cache.paper = style.backgroundColor;
    cache.font = style.fontFamily;
    return cache;
}

export const forgetPalette = () => (cache = null);
