import Signaling

/// The calls that a client holds, by name: a few are searched, and only many are hashed.
struct HeldCalls: Sendable {
    private static let few = 8

    private var list: [Call] = []
    /// Empty while there are few.
    private var byCid: [CallCid: Call] = [:]

    /// All of them, in no order that means anything.
    var values: [Call] { byCid.isEmpty ? list : Array(byCid.values) }

    subscript(cid: CallCid) -> Call? {
        guard byCid.isEmpty else { return byCid[cid] }
        for call in list where call.cid == cid { return call }
        return nil
    }

    /// Holds a call in place of another one of its name.
    mutating func hold(_ call: Call) {
        remove(call.cid)
        if list.count == Self.few {
            for known in list { byCid[known.cid] = known }
            list = []
        }
        if byCid.isEmpty { list.append(call) } else { byCid[call.cid] = call }
    }

    mutating func remove(_ cid: CallCid) {
        guard byCid.isEmpty else {
            byCid[cid] = nil
            return
        }
        list.removeAll { $0.cid == cid }
    }
}
