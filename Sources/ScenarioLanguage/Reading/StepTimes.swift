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

    init(_ steps: [Step]) {
        for step in steps { take(step) }
    }

    private mutating func take(_ step: Step) {
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
