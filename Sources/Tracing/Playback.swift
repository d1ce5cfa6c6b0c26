package import Journal
package import Timing

/// A position in a recorded run that moves forwards and backwards.
///
/// A run is deterministic, so its record is the run: going back needs no second one.
package struct Playback: Sendable {
    /// The length of a move.
    package enum Stride: Sendable {
        /// To the beginning of another step of the scenario.
        case step
        /// To another instant.
        case instant
        /// By one entry of the journal.
        case entry
    }

    package let trace: RunTrace
    package var breakpoints: [Breakpoint] = []
    /// The index of the newest entry that has happened.
    package private(set) var position: Int
    /// The content of each datagram by number, which only the entry of its sending has.
    let summaries: [Int: String]

    /// Starts at the first step.
    package init(_ trace: RunTrace) {
        self.trace = trace
        summaries = Self.summaries(in: trace)
        position = 0
        position = trace.entries.firstIndex { Self.begins($0.event) } ?? 0
    }

    package var entry: JournalEntry { trace.entries[position] }
    package var time: Instant { entry.time }
    package var isAtEnd: Bool { position == trace.entries.count - 1 }

    /// The number of entries before the present: those up to the position, without a step that has just begun.
    package var entriesBeforeNow: Int { Self.begins(entry.event) ? position : position + 1 }

    /// The step that began last.
    package var step: JournalEvent.Step? {
        trace.entries[...position].lazy.reversed().compactMap { entry in
            if case .step(let step) = entry.event { step } else { nil }
        }.first
    }

    /// Returns the lines at which steps begin, of the scenario's file or of an included one.
    package func lines(of file: String? = nil) -> [Int] {
        Set(
            trace.entries.compactMap { entry in
                if case .step(let step) = entry.event, step.file == file { step.line } else { nil }
            }
        ).sorted()
    }

    /// The included files that have steps of the run.
    package var includedFiles: [String] {
        Set(
            trace.entries.compactMap { entry in
                if case .step(let step) = entry.event { step.file } else { nil }
            }
        ).sorted()
    }

    /// Moves; returns false when there is no such place, and stays at the end or the beginning.
    @discardableResult
    package mutating func move(_ stride: Stride, isBackwards: Bool = false) -> Bool {
        let start = self
        return go(isBackwards) { playback in
            switch stride {
            case .entry: true
            case .instant: playback.time != start.time
            case .step: Self.begins(playback.entry.event)
            }
        }
    }

    /// Moves to the next breakpoint, or to the end or the beginning, and returns the breakpoint.
    package mutating func run(isBackwards: Bool = false) -> Breakpoint? {
        var found: Breakpoint?
        go(isBackwards) { playback in
            found = playback.breakpoints.first { playback.meets($0, at: playback.position) }
            return found != nil
        }
        return found
    }

    @discardableResult
    private mutating func go(_ isBackwards: Bool, until isThere: (Playback) -> Bool) -> Bool {
        while isBackwards ? position > 0 : !isAtEnd {
            position += isBackwards ? -1 : 1
            if isThere(self) { return true }
        }
        return false
    }

    /// The properties of a participant at the position, in the order of their first changes.
    package func properties(of participant: String) -> [JournalAttribute] {
        var values: [String: JournalValue] = [:]
        var names: [String] = []
        for entry in trace.entries[...position] {
            guard case .state(let change) = entry.event, change.participant == participant else { continue }
            if values.updateValue(change.to, forKey: change.property) == nil { names.append(change.property) }
        }
        return names.map { JournalAttribute($0, values[$0] ?? .none) }
    }

    /// The value of a property at the position; nil when it has not changed yet.
    package func value(of property: PropertyName) -> JournalValue? {
        trace.entries[...position].lazy.reversed().compactMap { entry -> JournalValue? in
            guard property.isChanged(by: entry.event), case .state(let change) = entry.event else { return nil }
            return change.to
        }.first
    }

    /// The causes of a property's value at the position.
    package func chain(of property: PropertyName) throws(CauseError) -> CauseChain {
        try CauseChain(of: property, in: trace, before: position + 1)
    }

    static func begins(_ event: JournalEvent) -> Bool {
        if case .step(let step) = event { step.phase == .began } else { false }
    }
}
