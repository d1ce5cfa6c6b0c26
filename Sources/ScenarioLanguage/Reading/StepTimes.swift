/// Finds the steps whose time is over before they can be reached.
///
/// Waits and times of earlier steps give the least time that passes; expectations and commands may take none.
struct StepTimes {
    /// A step that is reached after its time.
    struct LateStep {
        let step: Step
        let time: Moment
        /// The least time from the moment's mark to the step.
        let least: Duration
    }

    /// The least time that has passed since the first step and since each mark.
    private var least: [String: Duration] = [Moment.firstStep: .zero]
    private(set) var late: [LateStep] = []
    /// The first step that a run cannot end within its limit; nil without one.
    private(set) var endless: Step?
    private let limit: Duration

    /// - Parameter limit: The longest time of a run.
    init(_ steps: [Step], limit: Duration) {
        self.limit = limit
        for step in steps { take(step) }
    }

    /// The least time from the first step to the end of the last one.
    var total: Duration { least[Moment.firstStep] ?? .zero }

    private mutating func take(_ step: Step) {
        defer { if endless == nil, total > limit { endless = step } }
        if let time = step.time { reach(time, by: step) }
        switch step.action {
        case .wait(let duration), .hold(_, for: let duration): pass(duration)
        case .mark(let name): least[name] = .zero
        case .group(let steps): for step in steps { take(step) }
        case .command, .server, .expect, .rule, .packets, .journal, .network, .sameTime: break
        }
    }

    private mutating func pass(_ duration: Duration) {
        for mark in least.keys { least[mark]? += duration }
    }

    private mutating func reach(_ time: Moment, by step: Step) {
        let mark = time.mark ?? Moment.firstStep
        guard let passed = least[mark] else { return }
        if passed > time.offset {
            late.append(LateStep(step: step, time: time, least: passed))
        } else {
            least[mark] = time.offset
        }
    }
}
