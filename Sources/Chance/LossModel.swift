/// Who is lost on a link, each for itself or in bursts.
struct LossModel: Sendable {
    private var single: SeededGenerator
    private var changes: SeededGenerator
    private var inBursts: SeededGenerator
    private var isInBurst = false

    init(_ generator: SeededGenerator) {
        single = generator.derived(for: "loss")
        changes = generator.derived(for: "burst")
        inBursts = generator.derived(for: "burst loss")
    }

    /// Decides about the next datagram; takes one number from each stream in any case.
    mutating func next(_ conditions: LinkConditions) -> LossReason? {
        let isLost = single.chance(conditions.loss)
        let change = changes.unit()
        let luck = inBursts.unit()
        if let burst = conditions.burst {
            isInBurst = isInBurst ? !(change < burst.end) : change < burst.start
            if isInBurst, luck < burst.loss { return .burst }
        } else {
            isInBurst = false
        }
        return isLost ? .chance : nil
    }
}
