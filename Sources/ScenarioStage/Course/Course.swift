import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

/// One branch of a run: where it stands in its steps, and in those that stand inside them.
struct Course {
    /// Steps that are done in order, and how far that has come.
    private struct Frame {
        let steps: [Step]
        var next = 0

        var current: Step? { steps.indices.contains(next) ? steps[next] : nil }
    }

    let id: Int
    /// The branch that waits for this one.
    let parent: Int?
    /// The steps inside one another, the innermost last; none when the branch is over.
    private var frames: [Frame]
    /// When the current step was reached, and when it began.
    private(set) var reached: Instant?
    private(set) var began: Instant?
    /// How many branches the current step waits for.
    var branchesLeft = 0
    /// Until when the branch waits, as far as that is known.
    var deadline: Instant?
    /// What was not as the current step says when it was last looked at.
    var breach: Director.Breach?

    init(id: Int, parent: Int?, steps: [Step]) {
        self.id = id
        self.parent = parent
        frames = [Frame(steps: steps)]
    }

    /// The step that is to be done, or is being done.
    var current: Step? { frames.last?.current }

    var isOver: Bool { frames.isEmpty }

    /// Whether its current step goes on while others' steps are done.
    var isUnderWay: Bool { began != nil && branchesLeft == 0 }

    /// Notes that the current step was reached; answers when that was.
    mutating func reach(at instant: Instant) -> Instant {
        let first = reached ?? instant
        reached = first
        return first
    }

    mutating func begin(at instant: Instant) {
        began = instant
    }

    /// Goes into the steps inside the current one.
    mutating func enter(_ steps: [Step]) {
        frames.append(Frame(steps: steps))
        startAfresh()
    }

    /// The current step is done; answers the steps around it that are done with it, the innermost first.
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
        startAfresh()
    }

    private mutating func startAfresh() {
        (reached, began, deadline, breach) = (nil, nil, nil, nil)
    }

    /// Whether one of the steps that are left may set a mark.
    func maySet(_ mark: String) -> Bool {
        frames.enumerated().contains { index, frame in
            // What is inside a step that is under way stands in a frame, or in branches, of its own.
            let isEntered = index < frames.count - 1 || branchesLeft > 0
            return frame.steps.dropFirst(isEntered ? frame.next + 1 : frame.next).contains { $0.maySet(mark) }
        }
    }
}

extension Step {
    fileprivate func maySet(_ name: String) -> Bool {
        if case .mark(name) = action { return true }
        return action.inner.contains { $0.maySet(name) }
    }
}
