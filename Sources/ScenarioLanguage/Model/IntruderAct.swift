import Journal

/// Datagrams of an intruder: a sender that knows the recorded packets, and may forge the address of another host.
package struct IntruderAct: Hashable, Sendable {
    package var content: Content
    /// The participant or server whose address is the source; nil for an address of the intruder's own, which never
    /// answers.
    package var source: String?
    /// The server or participant that receives the datagrams; nil for the receiver of the copied packet.
    package var receiver: String?
    /// The number of datagrams.
    package var times = 1
    /// True when each datagram has a message id of its own, so that none is a duplicate.
    package var isFresh = false
    /// True when each datagram lacks the Request-Proof of the copied request.
    package var isUnproved = false
    /// The length after which each datagram is cut; nil for whole datagrams.
    package var length: Int?

    /// The bytes before the changes.
    package enum Content: Hashable, Sendable {
        /// Those of the last recorded packet that matches a filter.
        case replay(PacketFilter)
        /// Those of a forged request.
        case request(ForgedRequest)
        /// These bytes.
        case datagram([UInt8])
    }
}

/// A CoAP request that no client has sent.
package struct ForgedRequest: Hashable, Sendable {
    package var method: String
    package var path: String
    package var query: [String] = []
    /// The participant whose connection id, or session id at an SFU, the request carries.
    package var owner: String?
    package var body: [Value.Entry] = []

    /// The length without which the request cannot be encoded: that of its texts, and a byte for each other value.
    var leastLength: Int {
        path.utf8.count + query.reduce(0) { $0 + $1.utf8.count } + Value.map(body).leastLength
    }
}

extension Value {
    fileprivate var leastLength: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .list(let items): items.reduce(0) { $0 + $1.leastLength }
        case .map(let entries): entries.reduce(0) { $0 + $1.key.utf8.count + $1.value.leastLength }
        case .none, .boolean, .integer, .number, .duration, .instant, .date: 1
        }
    }
}

extension IntruderAct: CustomStringConvertible {
    /// The datagrams in words.
    package var description: String {
        var words: [String]
        switch content {
        case .replay(let filter):
            let kind = "\(filter)"
            words = ["an intruder repeats the last packet\(kind.isEmpty ? "" : " with \(kind)")"]
        case .request(let request):
            words = ["an intruder forges \(request.method) \(request.path)"]
            if let owner = request.owner { words.append("with the id of \(owner)") }
        case .datagram(let bytes):
            words = ["an intruder sends \(bytes.count.counted("byte"))"]
        }
        if let source { words.append("from the address of \(source)") }
        if let receiver { words.append("to \(receiver)") }
        if times > 1 { words.append("\(times) times") }
        if isFresh { words.append("with new message ids") }
        if isUnproved { words.append("without their proof") }
        if let length { words.append("cut to \(length) bytes") }
        return words.joined(separator: ", ")
    }
}
