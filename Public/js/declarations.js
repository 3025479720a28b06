// What the server declares: its channels, its notifications, and which event belongs to which channel.
// The browser's EventSource hands over only events whose names somebody listens to, so this is the one list of them.

/** In the order of the lanes. `journaled` events have ids and are replayed. */
export const channels = [
    { name: "notifications", byDefault: true },
    { name: "lifecycle", byDefault: true },
    { name: "activity", byDefault: true },
    { name: "articles", byDefault: true },
    { name: "ticks", byDefault: false },
];

/** Notifications that can be posted, each with a payload that the server accepts. */
export const notifications = [
    { name: "message", sample: () => ({ text: "Hello, stream", from: "viewer" }) },
    { name: "mainTab", sample: () => ({ index: 1 }) },
    { name: "appDidBecomeActive", sample: () => ({}) },
    { name: "latestNotificationAtUpdated", sample: () => ({ date: new Date().toISOString().replace(/\.\d+/, "") }) },
    { name: "notificationsChecked", sample: () => ({}) },
    { name: "myProfileUpdated", sample: () => ({ old: { name: "mizu" }, new: { name: "nagare" } }) },
    { name: "webViewClosed", sample: () => ({}) },
];

/** Events of the stream itself; they belong to no channel. */
export const control = "stream";

const channelOfEvent = new Map([
    ["hello", control],
    ["reset", control],
    ["lifecycle", "lifecycle"],
    ["activity", "activity"],
    ["articles", "articles"],
    ["tick", "ticks"],
]);

/** Every other name is a notification's. */
export const channelOf = (eventName) => channelOfEvent.get(eventName) ?? "notifications";

/** Names EventSource or the wire format keeps for itself: nobody can declare a notification called so. */
export const isReserved = (eventName) => channelOfEvent.has(eventName) || eventName === "open" || eventName === "error";

export const declaredEventNames = [...channelOfEvent.keys(), ...notifications.map(({ name }) => name)];
