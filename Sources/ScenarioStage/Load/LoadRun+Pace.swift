import Load
import Loop
import ScenarioVocabulary
import Timing

/// The pace of a load: the closed loop of instances, and the changes that a user makes during the load.
extension LoadRun {
    /// The time between an instance without a duration and its replacement.
    private static let pause = Duration.milliseconds(1)

    /// Replaces an ended instance. After one without a duration the next one waits, because virtual time would not
    /// advance otherwise.
    func replace(_ instance: any LoadUnit) {
        guard case .closed = plan.arrivals, !isHeld else { return }
        guard instance.started == loop.now else { return startAnother() }
        dueReplacements += 1
        loop.schedule(at: loop.now.advanced(by: Self.pause), "the start of an instance") { [weak self] in
            self?.dueReplacements -= 1
            self?.startAnother()
            self?.endWhenDone()
        }
    }

    /// Starts one more instance of a closed loop.
    private func startAnother() {
        guard case .closed(_, let count, _) = plan.arrivals, !isAllStarted, !isHeld else { return }
        guard instances.count + dueReplacements < concurrency else { return }
        guard lastNumber < count ?? .max else { return stopStarting() }
        start(intended: loop.freshNow)
    }

    /// Starts instances of a closed loop up to the wanted number.
    func fill() {
        for _ in 0..<Swift.max(0, concurrency - instances.count - dueReplacements) { startAnother() }
    }

    // MARK: Changes by the user

    /// Holds all starts, or resumes them.
    package func hold(_ isHeld: Bool) {
        guard !isAllStarted else { return }
        self.isHeld = isHeld
        guard case .open = plan.arrivals else { return isHeld ? () : fill() }
        if isHeld { planner?.hold(at: loop.freshNow) } else { planner?.resume(at: loop.freshNow) }
        scheduleNext()
    }

    /// Multiplies the rate of starts, or in a closed loop the number of instances under way.
    package func scale(by factor: Double) {
        guard !isAllStarted else { return }
        guard case .closed = plan.arrivals else {
            planner?.scale(by: factor, at: loop.freshNow)
            return scheduleNext()
        }
        let wanted = (Double(concurrency) * factor).rounded(factor > 1 ? .up : .down)
        concurrency = Swift.min(Swift.max(1, Int(wanted)), AddressPlan.capacity)
        fill()
    }

    /// The pace of starts in words; nil while it is the planned one.
    package var pace: String? {
        guard case .closed(let atOnce, _, _) = plan.arrivals else {
            let percent = ((planner?.pace ?? 1) * 100).rounded()
            return percent == 100 ? nil : "\(Int(percent))% of the planned rate"
        }
        return concurrency == atOnce ? nil : "\(concurrency) at once instead of \(atOnce)"
    }
}
