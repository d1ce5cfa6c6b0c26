import Wire

/// Which packets are meant; what is not asked may be anything.
public struct PacketFilter: Hashable, Sendable {
    /// Who sent it.
    public var from: Endpoint?
    /// Whom it was sent to.
    public var to: Endpoint?
    /// What is asked of its fields, in the order of their table.
    public var fields: [FieldTest] = []
    /// What is asked of the body that it carries, in the order of the file; all of it of one body.
    public var body: [BodyTest] = []

    /// Something that is asked of one field.
    public struct FieldTest: Hashable, Sendable {
        /// The field.
        public let spec: PacketFieldSpec
        /// What is asked of it.
        public let comparison: Comparison
    }

    /// Something that is asked of one part of a body.
    public struct BodyTest: Hashable, Sendable {
        /// The way to the part: the keys of maps with dots between them.
        public let path: String
        /// What is asked of it.
        public let comparison: Comparison
    }

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

extension PacketFilter {
    /// The protocols whose packets have all the fields that are asked for.
    var protocols: [DatagramKind] {
        DatagramKind.allCases.filter { kind in
            let isKind = fields.allSatisfy { test in
                guard test.spec == .kind else { return test.spec.protocols?.contains(kind) ?? true }
                return test.comparison.isMet(by: .text(kind.rawValue))
            }
            return isKind && (body.isEmpty || kind == .coap)
        }
    }

    /// What a run must keep, so that this can be asked of its packets.
    var needs: PacketNeeds {
        let isDeep = !body.isEmpty || fields.contains { !$0.spec.isShallow }
        let isCounted = fields.allSatisfy { $0.spec == .kind || $0.spec == .size }
        return PacketNeeds(bytes: isDeep, media: protocols.contains(.rtp) && !isCounted)
    }

    /// Whether counts of RTP packets by way and length are enough to answer this.
    var isAnsweredByCounts: Bool { !needs.media && !needs.bytes }
}

/// What a run must keep of packets beyond a line for each, because its scenario asks for it.
struct PacketNeeds: Hashable, Sendable {
    /// Their bytes.
    var bytes = false
    /// RTP packets one by one.
    var media = false

    mutating func add(_ other: PacketNeeds) {
        bytes = bytes || other.bytes
        media = media || other.media
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
        var words = fields.map(\.description)
        if !body.isEmpty { words.append("body \(body.map(\.description).joined(separator: " and "))") }
        if let from { words.append("from \(from)") }
        if let to { words.append("to \(to)") }
        return words.joined(separator: ", ")
    }
}

extension PacketFilter.FieldTest: CustomStringConvertible {
    /// The field and what is asked of it; a path stands for itself.
    public var description: String {
        if spec.type == .path, case .matches(let pattern) = comparison { return "\(spec.name) \(pattern)" }
        return "\(spec.name) \(comparison)"
    }
}

extension PacketFilter.BodyTest: CustomStringConvertible {
    /// The path and what is asked of what is there.
    public var description: String { "\(path) \(comparison)" }
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
