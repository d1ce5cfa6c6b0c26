package import Timing

/// An instant of a run in a scenario: relative to the first step or to a mark.
package struct Moment: Hashable, Sendable {
    /// The mark that the instant is relative to; nil for the start of the run.
    package let mark: String?
    /// The offset; negative for earlier instants.
    package let offset: Duration

    /// The key of the first step's instant among the marks; no mark has this name.
    package static let firstStep = ""

    /// Creates a moment.
    package init(mark: String? = nil, offset: Duration) {
        self.mark = mark
        self.offset = offset
    }

    /// Returns the instant; nil when its mark is not set yet.
    package func instant(_ marks: Marks) -> Instant? {
        guard let mark else { return (marks[Self.firstStep] ?? .start).advanced(by: offset) }
        return marks[mark]?.advanced(by: offset)
    }
}

/// The named instants of a run.
package struct Marks: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var instants: [String: Instant]
    /// The tolerance of comparisons with these instants; zero under the virtual clock.
    package var slack = Duration.zero

    /// Creates named instants.
    package init(dictionaryLiteral elements: (String, Instant)...) {
        instants = Dictionary(elements) { _, last in last }
    }

    /// The instant of a mark; nil before it is set.
    package subscript(name: String) -> Instant? {
        get { instants[name] }
        set { instants[name] = newValue }
    }
}

extension Moment: CustomStringConvertible {
    /// The scenario's notation: `12s`, `rung`, `rung + 2s`.
    package var description: String {
        guard let mark else { return offset.written }
        if offset == .zero { return mark }
        return offset < .zero ? "\(mark) - \((.zero - offset).written)" : "\(mark) + \(offset.written)"
    }
}
