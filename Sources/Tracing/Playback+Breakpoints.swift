internal import Journal

extension Playback {
    /// A condition at which the run stops.
    package enum Breakpoint: Hashable, Sendable {
        /// A step that begins at a line of the scenario or of an included file, while a condition holds.
        case line(Int, file: String?, condition: WatchedExpression?)
        /// The instant at which conditions begin to hold.
        case condition(WatchedExpression)
        /// A change of a property.
        case change(PropertyName)
        /// A datagram that is sent, or meets its fate, and whose description has the words.
        case datagram(SearchedWords)
        /// A timer whose description has the words.
        case timer(SearchedWords)
    }

    /// Words that a text has to contain, all of them, in any order and case.
    package struct SearchedWords: Hashable, Sendable, CustomStringConvertible {
        package let description: String
        private let words: [String]

        package init(_ text: String) {
            description = text
            words = text.lowercased().split(separator: " ").map(String.init)
        }

        func isIn(_ text: String) -> Bool {
            let text = text.lowercased()
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// The number of entries at which a breakpoint stops.
    package func count(of breakpoint: Breakpoint) -> Int {
        trace.entries.indices.count { meets(breakpoint, at: $0) }
    }

    func meets(_ breakpoint: Breakpoint, at position: Int) -> Bool {
        let event = trace.entries[position].event
        switch breakpoint {
        case .line(let line, let file, let condition):
            guard case .step(let step) = event else { return false }
            return step.phase == .began && step.line == line && step.file == file
                && condition?.sample(at: position - 1)?.holds != false
        case .condition(let watched): return watched.begins(at: position)
        case .change(let property): return property.isChanged(by: event)
        case .datagram(let words):
            guard case .datagram(let datagram) = event else { return false }
            // The delay is decided when the datagram is sent, so this entry would stop a second time at one place.
            if case .delayed = datagram.fate { return false }
            return words.isIn(text(of: datagram))
        case .timer(let words):
            guard case .timer(let timer) = event else { return false }
            return words.isIn(Self.text(of: timer))
        }
    }

    /// The datagram or the timer of the entry at the position, in one line; nil for other entries.
    package var eventText: String? {
        switch entry.event {
        case .datagram(let datagram): text(of: datagram)
        case .timer(let timer): Self.text(of: timer)
        default: nil
        }
    }

    private func text(of datagram: JournalEvent.Datagram) -> String {
        let number = datagram.number.map { " \($0)" } ?? ""
        let known = datagram.summary ?? datagram.number.flatMap { summaries[$0] }
        let summary = known ?? datagram.byteCount.counted("byte")
        let path = "\(trace.name(of: datagram.from)) → \(trace.name(of: datagram.to))"
        return "datagram\(number) \(Self.text(of: datagram.fate)): \(path)  \(summary)"
    }

    private static func text(of fate: JournalEvent.Datagram.Fate) -> String {
        switch fate {
        case .sent: "sent"
        case .delayed(let until): "delayed until \(until)"
        case .received: "received"
        case .lost(let reason): reason.isEmpty ? "lost" : "lost (\(reason))"
        case .corrupted: "damaged"
        case .duplicated: "duplicated"
        case .kernelDropped: "dropped by the kernel"
        case .undeliverable: "undeliverable"
        }
    }

    private static func text(of timer: JournalEvent.Timer) -> String {
        let phase =
            switch timer.phase {
            case .armed(let until): "armed until \(until)"
            case .fired: "fired"
            case .cancelled: "cancelled"
            }
        return "timer of \(timer.owner) \(phase): \(timer.label)"
    }

    static func summaries(in trace: RunTrace) -> [Int: String] {
        trace.entries.reduce(into: [:]) { summaries, entry in
            guard case .datagram(let datagram) = entry.event, let number = datagram.number else { return }
            if let summary = datagram.summary, summaries[number] == nil { summaries[number] = summary }
        }
    }
}

extension Playback.Breakpoint: CustomStringConvertible {
    /// The breakpoint as a user writes it.
    package var description: String {
        switch self {
        case .line(let line, let file, let condition):
            (file.map { "\($0):" } ?? "line ") + "\(line)" + (condition.map { " if \($0.text)" } ?? "")
        case .condition(let watched): watched.text
        case .change(let property): "changes of \(property)"
        case .datagram(let words): "datagram \(words)"
        case .timer(let words): "timer \(words)"
        }
    }
}
