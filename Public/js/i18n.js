// English and Japanese. The English text is the key: the page reads naturally in its source, and a missing translation shows English.

import { byId } from "./dom.js";

const japanese = {
    "Skip to the event stream": "イベントの流れへ移動",
    "A client’s connection is just another subscription.": "クライアントの接続も、ひとつの購読にすぎない。",
    Sections: "セクション",
    Live: "ライブ",
    Events: "イベント",
    Articles: "記事",
    Post: "送る",
    "Live from the server": "サーバーからのライブ",
    Connecting: "接続中",
    Connected: "接続済み",
    "Reconnecting": "再接続中",
    "Dropped by you": "手動で切断",
    "Refused; trying again": "拒否されました。再試行します",
    "Last id": "最後の ID",
    Protocol: "プロトコル",
    "Drop connection": "切断してみる",
    "Reconnect and replay": "再接続して続きを受け取る",
    "You are disconnected on purpose. What happens now is missed, then replayed: post something, and reconnect.":
        "わざと切断しています。この間のイベントは再接続のときに再送されます。何か送ってから再接続してみてください。",
    "Resumed after {id}: {n} missed events were replayed.": "{id} から再開し、逃したイベント {n} 件が再送されました。",
    "Some missed events are no longer kept ({reason}): starting from the present.": "逃したイベントの一部はもう残っていません({reason})。今の状態から始めます。",
    "Channels to subscribe to": "購読するチャンネル",
    "Choose a channel to connect.": "チャンネルを選ぶと接続します。",
    "Marble diagram: time runs to the right, a lane per channel. The event list below holds the same events.":
        "マーブルダイアグラム。時間は右へ進み、チャンネルごとに一本の線があります。同じイベントが下の一覧にもあります。",
    "events per second": "イベント / 秒",
    "Events in each of the last sixty seconds": "直近 60 秒の毎秒のイベント数",
    "Who is here": "いまいる人",
    you: "あなた",
    visible: "表示中",
    hidden: "非表示",
    "since {time}": "{time} から",
    "Subscribe to lifecycle to keep this list live.": "lifecycle を購読すると一覧が自動で更新されます。",
    Refresh: "更新",
    "Refreshing…": "更新中…",
    "The server reads its articles again.": "サーバーが記事を読み直しています。",
    "{inserted} new, {updated} changed, {removed} gone": "新着 {inserted}・変更 {updated}・削除 {removed}",
    "Search articles": "記事を検索",
    "Stop filtering by {tag}": "{tag} での絞り込みをやめる",
    "Show articles tagged {tag}": "{tag} の記事を表示",
    "No article matches.": "該当する記事はありません。",
    "Pages of articles": "記事のページ",
    Previous: "前へ",
    Next: "次へ",
    "{from}–{to} of {total}": "{total} 件中 {from}–{to}",
    "Event stream": "イベントの流れ",
    Pause: "一時停止",
    Resume: "再開",
    "Resume ({n} new)": "再開(新着 {n})",
    Clear: "消去",
    "Copy as curl": "curl でコピー",
    Copied: "コピーしました",
    "Filter events": "イベントの絞り込み",
    "Show channel": "表示するチャンネル",
    "All channels": "すべてのチャンネル",
    "Filter by text": "文字で絞り込み",
    "Waiting for events…": "イベントを待っています…",
    "No event matches the filter.": "条件に合うイベントはありません。",
    "Show older": "さらに古いもの",
    "{n} new events": "新しいイベント {n} 件",
    replayed: "再送",
    "Post a notification": "通知を送る",
    Notification: "通知",
    "another name…": "別の名前…",
    Name: "名前",
    "Payload (JSON)": "ペイロード (JSON)",
    "Bearer token": "ベアラートークン",
    "Sent as Authorization with every post of yours; kept on this page only": "送信のたびに Authorization として付けます。このページの外には保存しません",
    "Post to everyone": "全員に送る",
    "Sending…": "送信中…",
    "Accepted": "受け付けました",
    "back on the stream after {ms} ms": "{ms} ミリ秒でストリームに到着",
    "The server cannot be reached.": "サーバーに届きません。",
    "Open this page in a second tab, hide it, close it: everyone sees it at once.": "このページを別のタブでも開き、隠したり閉じたりしてみてください。すぐ全員に伝わります。",
    Metrics: "メトリクス",
    Health: "ヘルス",
    "Viewers as JSON": "閲覧者の JSON",
    Close: "閉じる",
    "Lines on the wire": "流れてきた行",
    Id: "ID",
    Channel: "チャンネル",
    "Received at": "受信時刻",
    "none: not kept, not replayed": "なし(保存も再送もされません)",
    "as a replay": "再送として",
    "Read the original": "元の記事を読む",
    "Colours: as the system": "配色: システムに合わせる",
    "Colours: light": "配色: ライト",
    "Colours: dark": "配色: ダーク",
    "This page draws a live stream: it needs JavaScript.": "このページには JavaScript が必要です。",
};

const asked = new URLSearchParams(location.search).get("lang");
export const language = (asked ?? navigator.language).toLowerCase().startsWith("ja") ? "ja" : "en";

/** The text in the reader's language, with `{name}` filled in. */
export function t(english, values = {}) {
    const text = language === "ja" ? (japanese[english] ?? english) : english;
    return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3, hourCycle: "h23" });
const hours = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const days = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
const numbers = new Intl.NumberFormat(language);

export const clockTime = (milliseconds) => clock.format(milliseconds);
export const number = (value) => numbers.format(value);
// What comes from elsewhere may be no date at all; then it is shown as it is.
export const timeOf = (text) => formatted(hours, text);
export const dayOf = (text) => formatted(days, text);

function formatted(format, text) {
    const milliseconds = Date.parse(text);
    return Number.isNaN(milliseconds) ? String(text ?? "") : format.format(milliseconds);
}

/** Translates the page as it was loaded, and offers the other language. */
export function translatePage() {
    document.documentElement.lang = language;
    for (const target of document.querySelectorAll("[data-t]")) target.textContent = t(target.textContent);
    for (const name of ["aria-label", "placeholder"]) {
        for (const target of document.querySelectorAll(`[${name}]`)) target.setAttribute(name, t(target.getAttribute(name)));
    }
    const button = byId("language");
    const other = language === "ja" ? "en" : "ja";
    button.textContent = other === "ja" ? "日本語" : "English";
    button.lang = other;
    button.addEventListener("click", () => {
        const url = new URL(location.href);
        url.searchParams.set("lang", other);
        location.replace(url);
    });
}
