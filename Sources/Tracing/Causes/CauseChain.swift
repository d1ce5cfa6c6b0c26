package import Journal
package import Timing

/// The chain of causes of a property's value, from the value back to the step of the scenario.
package struct CauseChain: Sendable {
    /// The change of the property.
    package let change: JournalEvent.StateChange
    package let time: Instant
    /// The entries of the chain, effect first.
    package let links: [JournalEntry]
    /// The participant's lost datagrams, failed commands and faults after the change, up to the given moment; those of
    /// anyone where the participant has none.
    package let laterFailures: [JournalEntry]
    let trace: RunTrace

    /// The most lines of a chain's text.
    package static let maxLines = 10
    private static let maxLinks = 64

    /// Finds the chain of a property's value at a moment, the end of the steps unless one is given.
    package init(of property: PropertyName, in trace: RunTrace, at moment: Instant? = nil) throws(CauseError) {
        try self.init(of: property, in: trace, before: Self.end(of: trace, at: moment))
    }

    /// Finds the chain of a property's value before an entry.
    init(of property: PropertyName, in trace: RunTrace, before end: Int) throws(CauseError) {
        guard let last = trace.entries[..<end].lastIndex(where: { property.isChanged(by: $0.event) }),
            case .state(let change) = trace.entries[last].event
        else { throw CauseError(property, in: trace, before: end) }
        self.change = change
        self.trace = trace
        time = trace.entries[last].time
        links = Self.links(from: last, in: trace)
        let own = Self.laterFailures(of: change.participant, in: trace, range: last..<end)
        laterFailures = own.isEmpty ? Self.laterFailures(of: nil, in: trace, range: last..<end) : own
    }

    /// The index behind the last entry of a moment, or of the last step.
    private static func end(of trace: RunTrace, at moment: Instant?) -> Int {
        let last =
            if let moment {
                trace.entries.lastIndex { $0.time <= moment }
            } else {
                trace.entries.lastIndex { if case .step = $0.event { true } else { false } }
            }
        return last.map { $0 + 1 } ?? trace.entries.count
    }

    private static func links(from first: Int, in trace: RunTrace) -> [JournalEntry] {
        let finder = CauseFinder(trace: trace)
        var (links, effect): ([JournalEntry], JournalEvent.Event?) = ([], nil)
        var next: Int? = first
        while let index = next, links.count < maxLinks {
            links.append(trace.entries[index])
            if case .event(let event) = trace.entries[index].event { effect = event }
            next = finder.cause(of: index, effect: effect)
            // An event concerns the datagram that carries it and no other.
            if case .datagram(let datagram) = trace.entries[index].event, datagram.fate == .sent { effect = nil }
        }
        return links
    }

    /// A participant's datagrams that did not arrive, its commands that failed, and faults; nil stands for anyone.
    private static func laterFailures(
        of participant: String?, in trace: RunTrace, range: Range<Int>
    ) -> [JournalEntry] {
        trace.entries[range].filter { entry in
            switch entry.event {
            case .datagram(let datagram):
                let ends = [datagram.from, datagram.to]
                guard participant == nil || ends.contains(where: { trace.name(of: $0) == participant }) else {
                    return false
                }
                switch datagram.fate {
                case .lost, .corrupted, .kernelDropped, .undeliverable: return true
                case .sent, .delayed, .received, .duplicated: return false
                }
            case .returned(let returned):
                guard participant == nil || returned.participant == participant, case .thrown = returned.outcome else {
                    return false
                }
                return true
            case .fault(let fault): return participant == nil || fault.target == nil || fault.target == participant
            default: return false
            }
        }
    }
}

/// A participant's property, as expectations name it.
package struct PropertyName: Hashable, Sendable, CustomStringConvertible {
    package let participant: String
    package let property: String

    /// Reads `bob.callingState`, or `bob`, which stands for its calling state.
    package init(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
        participant = parts.first ?? ""
        property = parts.count == 2 ? parts[1] : "callingState"
    }

    package var description: String { "\(participant).\(property)" }

    /// True when an entry changes the property; `stage` is that of any call.
    func isChanged(by event: JournalEvent) -> Bool {
        guard case .state(let change) = event, change.participant == participant else { return false }
        return change.property == property || change.property.hasPrefix(property + " ")
    }
}

/// A property of which the journal shows no change.
package struct CauseError: Error, CustomStringConvertible {
    package let property: PropertyName
    /// The properties that did change, `bob.callingState` among them.
    package let known: [String]

    init(_ property: PropertyName, in trace: RunTrace, before end: Int) {
        self.property = property
        var seen: Set<String> = []
        known = trace.entries[..<end].compactMap { entry -> String? in
            guard case .state(let change) = entry.event else { return nil }
            let word = change.property.split(separator: " ").first.map(String.init) ?? change.property
            return "\(change.participant).\(word)"
        }.filter { seen.insert($0).inserted }
    }

    package var description: String { "the journal shows no change of \(property) up to that moment" }
}
