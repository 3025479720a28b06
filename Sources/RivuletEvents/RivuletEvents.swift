// The front door of RivuletEvents: what happens on the server, told to everyone who wants to know.
//
//   NotificationBus/   typed notifications: declared in three lines, posted and observed by name, also from outside as JSON
//   Lifecycle/         `Page`, the server's view controller: its messages as streams, before and after each method
//   Viewers/           who is connected: ids, keys, pages, and what all pages go through
//   Journal/           ids, and what those who come back have missed; in memory, or in a file that the next process takes up
//   JSON/              values that keep their order and their digits
//
// How they hang together, in a server:
//
//   let journal = MemoryJournal(deliver: { record in … })                 // to every stream, in order
//   let recording = NotificationBus.default.attach(journal)               // what is posted goes out
//   let viewers = Viewers()
//   viewers.lifecycle.subscribe(onNext: { journal.append($0.entry) })     // and what pages go through
//
//   let viewer = viewers.admit(Page())        // a stream is subscribed to: viewWillAppear
//   viewer.page.follow(.headWritten)          // its head is with the client: viewDidAppear
//   viewers.depart(viewer)                    // it is over: viewWillDisappear, viewDidDisappear; then its streams complete
//
// Nothing here knows HTTP, and everything may be called from any thread.
