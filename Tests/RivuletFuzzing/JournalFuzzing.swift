#if DEBUG
    @testable import RivuletEvents

    /// A journal's file, as a broken disk or somebody's editor leaves it.
    enum JournalFuzzing {
        static func run(_ bytes: [UInt8]) throws {
            try read(bytes)
            // Random bytes never have the right checksum, so each line gets it: what lies behind it is to be tried too.
            let history = History(epoch: Epoch(rawValue: 1), retention: { _ in .standard })
            var file = JournalFormat.encode(history)
            for content in bytes.split(separator: 0x0A) { file += JournalFormat.frame(Array(content)) }
            try read(file)
        }

        private static func read(_ bytes: [UInt8]) throws {
            guard let recovered = JournalFormat.decode(bytes, retention: { _ in .standard }) else { return }
            try hold(recovered.length <= bytes.count, "what is good lies within the file")
            let prefix = JournalFormat.decode(Array(bytes.prefix(recovered.length)), retention: { _ in .standard })
            try hold(prefix?.records == recovered.records && prefix?.length == recovered.length, "what is good is good by itself")
            let again = JournalFormat.decode(JournalFormat.encode(recovered.history), retention: { _ in .standard })
            try hold(again?.history.current == recovered.history.current, "what was read can be written and read again")
            _ = recovered.history.missed(after: "1-0", channels: [.notifications])
        }
    }
#endif
