// The marble diagram of the live channels: time runs to the right, now is at the right edge, a lane per channel.
//
//   ●  an event, with the first letter of its name      ○  sentMessage, ● methodInvoked: before and after a lifecycle method
//   ▬  from activity true to false                        ▒  no connection; ✕ where it broke, ┃ where it began

import { channels } from "./declarations.js";
import { byId } from "./dom.js";
import { inspect } from "./inspector.js";
import { forgetPalette, palette, prepare } from "./canvas.js";

const pixelsPerSecond = 14;
const radius = 8;
/** Frames per second: the diagram creeps, so more would only cost. Still pictures for those who ask for reduced motion. */
const framesPerSecond = 30;
const laneNames = channels.map(({ name }) => name);

export function installMarbles(stream) {
    const canvas = byId("marbles");
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    let marbles = [];
    let gaps = [{ from: Date.now(), to: null }];
    let pausedAt = null;
    let drawn = [];

    const now = () => pausedAt ?? Date.now();
    const span = () => (canvas.clientWidth / pixelsPerSecond) * 1_000;

    function draw() {
        if (document.hidden) return;
        const { context, width, height } = prepare(canvas);
        const colours = palette();
        const laneHeight = (height - 20) / laneNames.length;
        const x = (at) => width - 22 - ((now() - at) / 1_000) * pixelsPerSecond;
        const y = (lane) => (lane + 0.5) * laneHeight;
        context.font = `600 10px ${colours.font}`;
        context.textAlign = "center";
        context.textBaseline = "middle";

        drawAxis(context, colours, width, height, x);
        for (const [lane, name] of laneNames.entries()) drawLane(context, colours, width, y(lane), stream.channelNames.includes(name));
        for (const gap of gaps) drawGap(context, colours, Math.max(0, x(gap.from)), Math.min(width - 14, x(gap.to ?? now())), height - 20, gap);
        drawActivity(context, colours, y(laneNames.indexOf("activity")), x);

        drawn = [];
        const last = new Map();
        for (const marble of marbles) {
            if (marble.at > now()) break;
            const lane = laneNames.indexOf(marble.channel);
            // Marbles within a pixel of each other would hide each other: the first one drawn stands for them, and carries the count.
            const place = { marble, x: x(marble.at), y: y(lane), lane, count: 1 };
            const neighbour = last.get(lane);
            if (neighbour && place.x - neighbour.x < 3) {
                neighbour.count++;
                neighbour.marble = marble;
            } else {
                last.set(lane, place);
                drawn.push(place);
            }
        }
        for (const place of drawn) drawMarble(context, colours, place);
    }

    function drawActivity(context, colours, y, x) {
        context.strokeStyle = colours.activity;
        context.globalAlpha = 0.45;
        context.lineWidth = 6;
        let start = null;
        for (const { channel, at, data } of marbles) {
            if (channel !== "activity") continue;
            if (data?.active) start ??= at;
            else if (start !== null) {
                line(context, x(start), y, x(at), y);
                start = null;
            }
        }
        if (start !== null) line(context, x(start), y, x(now()), y);
        context.globalAlpha = 1;
    }

    stream.addEventListener("event", ({ detail: record }) => {
        if (laneNames.includes(record.channel)) marbles.push(record);
    });
    stream.addEventListener("state", ({ detail: state }) => {
        const open = gaps.at(-1);
        if (state === "open") open.to ??= Date.now();
        else if (open.to !== null) gaps.push({ from: Date.now(), to: null, broke: state !== "connecting" });
    });

    // Pointing at a marble opens its event; by keyboard the same events are in the list.
    canvas.addEventListener("pointermove", (event) => (canvas.style.cursor = hit(event) ? "pointer" : "default"));
    canvas.addEventListener("click", (event) => {
        const place = hit(event);
        if (place) inspect(place.marble, stream.channelNames);
    });
    const hit = ({ offsetX, offsetY }) => drawn.findLast((place) => Math.hypot(place.x - offsetX, place.y - offsetY) <= radius + 3);

    let drawnAt = 0;
    (function turn(time = 0) {
        const wait = calm.matches ? 1_000 : 1_000 / framesPerSecond;
        if (time - drawnAt >= wait - 4) {
            drawnAt = time;
            draw();
        }
        requestAnimationFrame(turn);
    })();
    // What has left the picture is forgotten here and not in `draw`: a hidden tab must forget too.
    setInterval(() => {
        const oldest = now() - span() - 5_000;
        if (marbles.length && marbles[0].at < oldest) marbles = marbles.filter(({ at }) => at >= oldest);
        if (marbles.length > 20_000) marbles = marbles.slice(-10_000);
        if (gaps.length > 1) gaps = gaps.filter(({ to }) => to === null || to >= oldest).concat(gaps.at(-1)).filter((gap, index, all) => all.indexOf(gap) === index);
    }, 5_000);

    return {
        setPaused: (paused) => (pausedAt = paused ? Date.now() : null),
        clear: () => (marbles = []),
        themeChanged: () => {
            forgetPalette();
            draw();
        },
    };
}

function line(context, x1, y1, x2, y2) {
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
    context.stroke();
}

/** A tick every five seconds, labelled in seconds before now. */
function drawAxis(context, colours, width, height, x) {
    context.fillStyle = colours.faint;
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    const seconds = (width - 22) / pixelsPerSecond;
    const start = width - 22;
    for (let second = 0; second <= seconds - 1; second += 5) {
        const at = start - second * pixelsPerSecond;
        context.globalAlpha = 0.5;
        line(context, at, 0, at, height - 18);
        context.globalAlpha = 1;
        if (second % 10 === 0) context.fillText(second === 0 ? "0 s" : `−${second} s`, at, height - 8);
    }
}

function drawLane(context, colours, width, y, subscribed) {
    context.strokeStyle = colours.faint;
    context.globalAlpha = subscribed ? 0.8 : 0.35;
    context.lineWidth = 1.25;
    context.setLineDash(subscribed ? [] : [3, 5]);
    line(context, 0, y, width - 8, y);
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(width - 13, y - 4);
    context.lineTo(width - 7, y);
    context.lineTo(width - 13, y + 4);
    context.stroke();
    context.globalAlpha = 1;
}

function drawGap(context, colours, from, to, height, { broke, to: ended }) {
    if (to <= 0) return;
    context.fillStyle = colours.faint;
    context.globalAlpha = 0.16;
    context.fillRect(from, 0, to - from, height);
    context.globalAlpha = 1;
    context.strokeStyle = colours.faint;
    context.lineWidth = 2;
    if (ended !== null) line(context, to, 2, to, height - 2);
    if (!broke || from <= 0) return;
    context.lineWidth = 1.75;
    line(context, from - 4, 4, from + 4, 12);
    line(context, from - 4, 12, from + 4, 4);
}

function drawMarble(context, colours, { marble, x, y, count }) {
    const colour = colours[marble.channel];
    const hollow = marble.data?.phase === "sentMessage" || marble.data?.active === false;
    context.beginPath();
    context.arc(x, y, count > 1 ? radius + 1 : radius, 0, 2 * Math.PI);
    context.fillStyle = hollow && count === 1 ? colours.paper : colour;
    context.fill();
    context.strokeStyle = marble.replayed ? colours.ink : colour;
    context.lineWidth = 2;
    context.stroke();
    context.fillStyle = hollow && count === 1 ? colour : colours.paper;
    context.fillText(count > 1 ? (count > 99 ? "99" : String(count)) : letter(marble), x, y + 0.5);
}

/** Lifecycle messages all begin with "view": what tells them apart is Will/Did and Appear/Disappear. */
function letter({ name, data }) {
    if (name === "lifecycle") return String(data?.message ?? "").endsWith("Disappear") ? "D" : "A";
    if (name === "activity") return data?.active ? "▸" : "■";
    if (name === "articles") return `+${Math.min(9, data?.inserted?.length ?? 0)}`;
    if (name === "tick") return String((data?.count ?? 0) % 100);
    return name[0].toUpperCase();
}
