import ScenarioLanguage
import Timing

/// The position of a run in the scenario's steps, and in the steps inside them.
struct Cursor {
    /// Steps in sequence, and the index of the next one.
    private struct Frame {
        let steps: [Step]
        var next = 0

        var current: Step? { steps.indices.contains(next) ? steps[next] : nil }
    }

    /// The nested lists of steps, the innermost last; empty at the end.
    private var frames: [Frame]
    /// The instant at which the current step was reached.
    private(set) var reached: Instant?
    /// The instant at which the current step began.
    private(set) var began: Instant?
    /// The instant until which the current step waits; nil when it is unknown.
    var deadline: Instant?
    /// The failure of the current step's expectation at the last idle point.
    var failure: ExpectationFailure?

    init(_ steps: [Step]) {
        frames = steps.isEmpty ? [] : [Frame(steps: steps)]
    }

    /// The current step; nil at the end.
    var current: Step? { frames.last?.current }

    /// Records that the current step was reached; returns the instant of the first time.
    mutating func reach(at instant: Instant) -> Instant {
        let first = reached ?? instant
        reached = first
        return first
    }

    mutating func begin(at instant: Instant) {
        (began, deadline) = (instant, nil)
    }

    /// Moves to the first step inside the current one.
    mutating func enter(_ steps: [Step]) {
        frames.append(Frame(steps: steps))
        reset()
    }

    /// Moves past the current step; returns the enclosing steps that end with it, the innermost first.
    mutating func endStep() -> [Step] {
        var ended: [Step] = []
        advance()
        while let last = frames.last, last.current == nil {
            frames.removeLast()
            guard let owner = current else { break }
            ended.append(owner)
            advance()
        }
        return ended
    }

    private mutating func advance() {
        if !frames.isEmpty { frames[frames.count - 1].next += 1 }
        reset()
    }

    private mutating func reset() {
        (reached, began, deadline, failure) = (nil, nil, nil, nil)
    }
}
