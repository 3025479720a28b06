// English and Japanese. The English text is the key; what has no translation stays English.

const japanese = {
	"Skip to the events": "イベントへ移動",
	"Live events from a reactive server in Swift: post, and every open tab gets it.": "Swift のリアクティブなサーバーのライブイベント。送ると、開いている全タブに届きます。",
	Events: "イベント",
	Articles: "記事",
	Post: "送る",
	"Each marble is an event (4 = four at once)": "玉はイベント(4 = 同時に四つ)",
	Connecting: "接続中",
	Connected: "接続済み",
	Reconnecting: "再接続中",
	Disconnected: "切断中",
	"Refused; trying again": "拒否。再試行します",
	"Last id": "最後の ID",
	"Drop connection": "切断してみる",
	"Reconnect and replay": "再接続して続きを受け取る",
	"Post something now, then reconnect: it will be replayed.": "今のうちに何か送ってから再接続すると、再送されます。",
	"Resumed after {id}: {n} replayed, besides your own leaving.": "{id} から再開し、自分の退出のほかに {n} 件が再送されました。",
	"Missed events are gone ({reason}).": "逃したイベントは失われました({reason})。",
	Channels: "チャンネル",
	"Choose a channel to connect.": "チャンネルを選ぶと接続します。",
	"Marble diagram": "マーブルダイアグラム",
	"events per second": "イベント / 秒",
	"Who is here": "いまいる人",
	you: "あなた",
	visible: "表示中",
	hidden: "非表示",
	Refresh: "更新",
	"Refreshing…": "更新中…",
	"Refresh failed: {reason}": "更新できません: {reason}",
	"{inserted} new, {updated} changed, {removed} gone": "新着 {inserted}・変更 {updated}・削除 {removed}",
	"Search articles": "記事を検索",
	"Remove {tag}": "{tag} を外す",
	"No article matches.": "該当する記事はありません。",
	Previous: "前へ",
	Next: "次へ",
	"{from}–{to} of {total}": "{total} 件中 {from}–{to}",
	Pause: "一時停止",
	Resume: "再開",
	Clear: "消去",
	"Copy as curl": "curl としてコピー",
	Copied: "コピーしました",
	"All channels": "すべて",
	"Filter by text": "文字で絞り込み",
	"Waiting for events…": "待機中…",
	"No event matches.": "該当するイベントはありません。",
	"Show older": "さらに古いもの",
	"{n} new events": "新しいイベント {n} 件",
	replayed: "再送",
	"Post a notification": "通知を送る",
	Notification: "通知",
	"Payload (JSON)": "ペイロード (JSON)",
	"Bearer token, if asked for": "ベアラートークン(必要なら)",
	"Post to everyone": "全員に送る",
	Accepted: "受け付けました",
	"back on the stream after {ms} ms": "{ms} ミリ秒でストリームに到着",
	"last of {count}": "{count} 件の最後",
	"The server cannot be reached.": "サーバーに届きません。",
	"Open this page in a second tab: everyone sees it.": "別のタブでも開くと、全員に伝わります。",
	Close: "閉じる",
	"Lines on the wire": "流れてきた行",
	Id: "ID",
	Channel: "チャンネル",
	Received: "受信時刻",
	"none: not kept": "なし(保存なし)",
	"Read the original": "元の記事を読む",
};

/** `?lang=ja` or `?lang=en` wins over the browser's language. */
const asked = new URLSearchParams(location.search).get("lang") ?? navigator.language;
const language = asked.startsWith("ja") ? "ja" : "en";

/** The text in the reader's language, with `{name}` filled in. */
export const t = (english, values = {}) => ((language === "ja" && japanese[english]) || english).replace(/\{(\w+)\}/g, (_, name) => values[name]);

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const short = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
// What comes from elsewhere may be no date: then it is shown as it is.
const formatted = (format, text) => (Date.parse(text) ? format.format(Date.parse(text)) : text);

export const number = (value) => value.toLocaleString(language);
export const clockTime = (milliseconds) => `${clock.format(milliseconds)}.${String(milliseconds % 1000).padStart(3, "0")}`;
export const timeOf = (text) => formatted(short, text);
export const dayOf = (text) => formatted(day, text);
/** HTTP/2 is h2 to ALPN (RFC 7301), and so to browsers. */
export const protocolName = (name) => name.replace(/^h(?=\d)/, "http/").toUpperCase();

/** Every text and label of the page as it was loaded. */
export function translatePage() {
	document.documentElement.lang = language;
	const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (texts.nextNode()) {
		const key = texts.currentNode.data.trim();
		if (key) texts.currentNode.data = texts.currentNode.data.replace(key, t(key));
	}
	for (const name of ["aria-label", "placeholder"]) {
		for (const target of document.querySelectorAll(`[${name}]`)) target.setAttribute(name, t(target.getAttribute(name)));
	}
}
