// The viewer: articles on one side, the live stream on the other. The modules know the stream, not each other.
//
//   LiveStream ──events──▶ Journal ──changes (once a frame)──▶ event list, marbles
//        └── states, hellos, resets, events ──▶ connection, rate, who is here, articles, composer, visibility

import { installArticles } from "./articles.js";
import { installComposer } from "./composer.js";
import { installConnection } from "./connection.js";
import { installEventList } from "./event-list.js";
import { translatePage } from "./i18n.js";
import { installInspector } from "./inspector.js";
import { Journal } from "./journal.js";
import { installMarbles } from "./marbles.js";
import { installRate } from "./rate.js";
import { LiveStream } from "./stream.js";
import { installViewers } from "./viewers.js";
import { reportVisibility } from "./visibility.js";

translatePage();

const stream = new LiveStream();
const journal = new Journal();
stream.events.subscribe((record) => journal.append(record));

installConnection(stream, journal);
installEventList(stream, journal, installMarbles(stream, journal));
installInspector();
installRate(stream);
installViewers(stream);
installArticles(stream);
installComposer(stream);
reportVisibility(stream);

stream.connect();
