// What the server declares. EventSource hands over only events whose names somebody listens to: this is the one list of them.

/** In the order of the lanes. */
export const channels = ["notifications", "lifecycle", "activity", "articles", "ticks"];
export const defaultChannels = channels.slice(0, 4);

/** Each with a payload that the server accepts. */
export const notifications = {
	message: { text: "Hello, stream", from: "viewer" },
	mainTab: { index: 1 },
	appDidBecomeActive: {},
	latestNotificationAtUpdated: { date: "2026-01-31T12:00:00Z" },
	notificationsChecked: {},
	myProfileUpdated: { old: { name: "mizu" }, new: { name: "nagare" } },
	webViewClosed: {},
};

/** Stands in for a channel with the events of the stream itself. */
export const control = "stream";

const channelOfEvent = { hello: control, reset: control, lifecycle: "lifecycle", activity: "activity", articles: "articles", refreshFailed: "articles", tick: "ticks" };

export const eventNames = [...Object.keys(channelOfEvent), ...Object.keys(notifications)];
export const channelOf = (eventName) => channelOfEvent[eventName] ?? "notifications";
