// The viewer of Rivulet: articles on one side, the live stream on the other.
//
//   LiveStream ──event──▶ Journal ──change (once a frame)──▶ event list
//        │
//        └── state, hello, reset, event ──▶ connection, marbles, rate, who is here, articles, composer, visibility
//
// The modules know the stream, not each other.

import { installArticles } from "./articles.js";
import { installComposer } from "./composer.js";
import { installConnection } from "./connection.js";
import { channels } from "./declarations.js";
import { installEventList } from "./event-list.js";
import { translatePage } from "./i18n.js";
import { installInspector } from "./inspector.js";
import { Journal } from "./journal.js";
import { installMarbles } from "./marbles.js";
import { installRate } from "./rate.js";
import { LiveStream } from "./stream.js";
import { installTheme } from "./theme.js";
import { installViewers } from "./viewers.js";
import { reportVisibility } from "./visibility.js";

translatePage();

const stream = new LiveStream("events", channels.filter(({ byDefault }) => byDefault).map(({ name }) => name));
const journal = new Journal();
stream.addEventListener("event", ({ detail }) => journal.append(detail));

installConnection(stream, journal);
const marbles = installMarbles(stream);
const rate = installRate(stream);
journal.addEventListener("clear", () => marbles.clear());
installEventList(stream, journal, marbles.setPaused);
installInspector();
installViewers(stream);
installArticles(stream);
installComposer(stream);
reportVisibility(stream);
installTheme(() => {
    marbles.themeChanged();
    rate.themeChanged();
});

stream.connect();
