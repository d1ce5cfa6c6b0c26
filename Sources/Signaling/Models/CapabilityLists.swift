import Synchronization
import Wire

/// Lists of capabilities as they were written before: the few that there are for the roles of a call type go into the
/// answers to all who come, and copies of one list are told to be the same without looking into them.
final class CapabilityLists: Sendable {
    private struct Entry: Sendable {
        let list: [OwnCapability]
        let encoding: [UInt8]
    }

    /// The newest last.
    private let entries = Mutex<[Entry]>([])
    private static let greatestCount = 8

    static let all = CapabilityLists()

    /// The list as an item.
    func encoding(of list: [OwnCapability]) -> [UInt8] {
        entries.withLock { entries in
            if let entry = entries.first(where: { $0.list == list }) { return entry.encoding }
            let encoding = CBOR.array(list.map { .text($0.rawValue) }).encoded()
            if entries.count == Self.greatestCount { entries.removeFirst() }
            entries.append(Entry(list: list, encoding: encoding))
            return encoding
        }
    }
}

extension FieldWriter {
    /// Sets a list of capabilities; an empty one is left out.
    mutating func set(_ name: String, _ capabilities: [OwnCapability]) {
        guard !capabilities.isEmpty else { return }
        set(name, encoded: CapabilityLists.all.encoding(of: capabilities))
    }
}
