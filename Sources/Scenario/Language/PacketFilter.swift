public import Wire

/// Which packets are meant; what is nil may be anything.
public struct PacketFilter: Hashable, Sendable {
    /// The protocol that it speaks.
    public var kind: DatagramKind?
    /// The type of the event that a packet carries.
    public var event: String?
    /// Who sent it.
    public var from: Endpoint?
    /// Whom it was sent to.
    public var to: Endpoint?
    /// The method of a request.
    public var method: String?
    /// The path of a request, `*` for anything.
    public var path: String?
    /// The code of a response.
    public var status: String?
    /// How long a datagram is, in bytes.
    public var size: Comparison?

    /// One end of a packet's way.
    public enum Endpoint: Hashable, Sendable {
        /// Any of these participants.
        case participants([String])
        /// The coordinator.
        case coordinator
        /// An SFU.
        case sfu
        /// One of several SFUs, by its name.
        case oneSFU(String)
    }
}

/// An expectation on the packets of the run.
public struct PacketExpectation: Hashable, Sendable {
    /// The packets that count.
    public var filter: PacketFilter
    /// How many datagrams there are; at least one when the file does not say.
    public var count: Comparison
    /// Where it stands.
    public let place: Place
}

/// Packets that are lost because of what they are.
public struct PacketDrop: Hashable, Sendable {
    /// The packets that it is about.
    public var filter: PacketFilter
    /// Which of them are lost.
    public var which: Which

    /// Which of the packets are lost.
    public enum Which: Hashable, Sendable {
        /// So many, from now on.
        case next(Int)
        /// These, counted from 1 from now on, in increasing order.
        case numbers([Int])
        /// All of them, until the end.
        case all
    }
}

extension PacketFilter: CustomStringConvertible {
    /// What is asked of each packet, in words.
    public var description: String {
        var words: [String] = []
        if let kind { words.append("kind \(kind.rawValue)") }
        if let event { words.append("event \(event)") }
        if let method { words.append("method \(method)") }
        if let path { words.append("path \(path)") }
        if let status { words.append("status \(status)") }
        if let size { words.append("size \(size)") }
        if let from { words.append("from \(from)") }
        if let to { words.append("to \(to)") }
        return words.joined(separator: ", ")
    }
}

extension PacketFilter.Endpoint: CustomStringConvertible {
    /// As a scenario file writes it.
    public var description: String {
        switch self {
        case .participants(let names): names.joined(separator: " or ")
        case .coordinator: "coordinator"
        case .sfu: "sfu"
        case .oneSFU(let name): name
        }
    }
}

extension PacketDrop: CustomStringConvertible {
    /// What is lost, in words.
    public var description: String {
        let words = "\(filter)"
        let kind = words.isEmpty ? "" : " with \(words)"
        return switch which {
        case .next(1): "drops the next packet\(kind)"
        case .next(let count): "drops the next \(count) packets\(kind)"
        case .numbers(let numbers):
            "drops no. \(numbers.map(String.init).joined(separator: ", ")) of the packets\(kind)"
        case .all: "drops all packets\(kind)"
        }
    }
}
