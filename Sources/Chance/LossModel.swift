/// Decides which datagrams a link loses, independently and in bursts.
struct LossModel: Sendable {
    private var single: Luck
    private var changes: Luck
    private var inBursts: Luck
    private var isInBurst = false

    init(_ luck: Luck) {
        single = luck.derived(for: "loss")
        changes = luck.derived(for: "burst")
        inBursts = luck.derived(for: "burst loss")
    }

    /// Returns the reason for the loss of the next datagram, or nil. It always draws one number from each stream.
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
