/// What is kept for receivers of events, found by the slot of each without a hash.
struct ReceiverTable<Value: Sendable>: Sendable {
    fileprivate struct Entry: Sendable {
        let receiver: ReceiverID
        var value: Value
    }

    /// By slot; nil where nothing is kept.
    private var entries: [Entry?] = []

    /// What is kept for a receiver; nothing for one whose slot another one has by now.
    subscript(receiver: ReceiverID) -> Value? {
        get { isKnown(receiver) ? entries[receiver.slot]?.value : nil }
        set {
            if let newValue {
                while entries.count <= receiver.slot { entries.append(nil) }
                entries[receiver.slot] = Entry(receiver: receiver, value: newValue)
            } else if isKnown(receiver) {
                entries[receiver.slot] = nil
            }
        }
    }

    /// Asks what is kept for a receiver, or changes it, where it lies; nil when there is nothing.
    @inline(__always)
    @discardableResult
    mutating func inPlace<Answer>(_ receiver: ReceiverID, _ body: (inout Value) -> Answer?) -> Answer? {
        guard isKnown(receiver) else { return nil }
        return entries[receiver.slot]?.inPlace(body)
    }

    private func isKnown(_ receiver: ReceiverID) -> Bool {
        entries.indices.contains(receiver.slot) && entries[receiver.slot]?.receiver == receiver
    }
}

extension ReceiverTable.Entry {
    @inline(__always)
    fileprivate mutating func inPlace<Answer>(_ body: (inout Value) -> Answer?) -> Answer? { body(&value) }
}
