package import Timing

/// An instant of a run as a scenario names it: so long after the first step, or before or after a mark.
package struct Moment: Hashable, Sendable {
    /// The name of the instant that it is counted from; nil for the start of the run.
    package let mark: String?
    /// How much later it is; negative for earlier.
    package let offset: Duration

    /// What the instant of the first step is called among the marks; no mark has this name.
    package static let firstStep = ""

    /// Names an instant.
    package init(mark: String? = nil, offset: Duration) {
        self.mark = mark
        self.offset = offset
    }

    /// Which instant that is; nil when its mark was not set yet.
    package func instant(_ marks: Marks) -> Instant? {
        guard let mark else { return (marks[Self.firstStep] ?? .start).advanced(by: offset) }
        return marks[mark]?.advanced(by: offset)
    }
}

/// The instants of a run that have names.
package struct Marks: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var instants: [String: Instant]
    /// How much an instant that is compared with them may be off: nothing under the virtual clock.
    package var slack = Duration.zero

    /// Gives names to instants.
    package init(dictionaryLiteral elements: (String, Instant)...) {
        instants = Dictionary(elements) { _, last in last }
    }

    /// The instant of a name; nil while it has none.
    package subscript(name: String) -> Instant? {
        get { instants[name] }
        set { instants[name] = newValue }
    }
}

extension Moment: CustomStringConvertible {
    /// As a scenario writes it: `12s`, `rung`, `rung + 2s`.
    package var description: String {
        guard let mark else { return offset.written }
        if offset == .zero { return mark }
        return offset < .zero ? "\(mark) - \((.zero - offset).written)" : "\(mark) + \(offset.written)"
    }
}
