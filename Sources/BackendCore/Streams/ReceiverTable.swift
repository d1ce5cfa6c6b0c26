/// A value for each receiver of events, found by the receiver's slot without a hash.
struct ReceiverTable<Value> {
    /// The entries by slot. A former receiver of the same slot has another number.
    private var entries: [(receiver: ReceiverID, value: Value)?] = []

    var isEmpty: Bool { entries.allSatisfy { $0 == nil } }

    /// The value of a receiver; nil for a receiver that was removed.
    subscript(receiver: ReceiverID) -> Value? {
        get {
            guard entries.indices.contains(receiver.slot), let entry = entries[receiver.slot],
                entry.receiver == receiver
            else { return nil }
            return entry.value
        }
        set {
            if let newValue {
                while entries.count <= receiver.slot { entries.append(nil) }
                entries[receiver.slot] = (receiver, newValue)
            } else if self[receiver] != nil {
                entries[receiver.slot] = nil
            }
        }
    }
}
