/// What is kept for receivers of events, found by the slot of each without a hash.
struct ReceiverTable<Value: Sendable>: Sendable {
    /// Lies beside the receivers, since who asks for the receiver of a slot would copy it.
    fileprivate struct Kept: Sendable {
        var value: Value
    }

    /// For whom something is kept, by slot; nil where nothing is.
    private var receivers: [ReceiverID?] = []
    private var kept: [Kept?] = []

    /// Whether nothing is kept for anybody.
    var isEmpty: Bool { receivers.allSatisfy { $0 == nil } }

    /// What is kept for a receiver; nothing for one whose slot another one has by now.
    subscript(receiver: ReceiverID) -> Value? {
        get { isKnown(receiver) ? kept[receiver.slot]?.value : nil }
        set {
            if let newValue {
                while receivers.count <= receiver.slot {
                    receivers.append(nil)
                    kept.append(nil)
                }
                receivers[receiver.slot] = receiver
                kept[receiver.slot] = Kept(value: newValue)
            } else if isKnown(receiver) {
                receivers[receiver.slot] = nil
                kept[receiver.slot] = nil
            }
        }
    }

    /// Asks what is kept for a receiver, or changes it, where it lies; nil when there is nothing.
    @inline(__always)
    @discardableResult
    mutating func inPlace<Answer>(_ receiver: ReceiverID, _ body: (inout Value) -> Answer?) -> Answer? {
        guard isKnown(receiver) else { return nil }
        return kept[receiver.slot]?.inPlace(body)
    }

    private func isKnown(_ receiver: ReceiverID) -> Bool {
        receivers.indices.contains(receiver.slot) && receivers[receiver.slot] == receiver
    }
}

extension ReceiverTable.Kept {
    @inline(__always)
    fileprivate mutating func inPlace<Answer>(_ body: (inout Value) -> Answer?) -> Answer? { body(&value) }
}
