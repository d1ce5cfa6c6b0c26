/// Which of the last 64 sequence numbers of an RTP stream were seen.
struct SequenceWindow {
    enum Finding {
        /// Later than all before it.
        case next
        /// Seen before.
        case duplicate
        /// Earlier than one before it, and not seen before as far as the window reaches.
        case late
    }

    private var highest: UInt16
    /// The lowest bit stands for the highest number.
    private var seen: UInt64 = 1

    init(_ first: UInt16) {
        highest = first
    }

    @inline(__always)
    mutating func add(_ sequence: UInt16) -> Finding {
        let step = Int(Int16(truncatingIfNeeded: Int(sequence) - Int(highest)))
        if step > 0 {
            seen = step < 64 ? seen << UInt64(step) | 1 : 1
            highest = sequence
            return .next
        }
        guard step > -64 else { return .late }
        let bit: UInt64 = 1 << UInt64(-step)
        defer { seen |= bit }
        return seen & bit == 0 ? .late : .duplicate
    }
}
