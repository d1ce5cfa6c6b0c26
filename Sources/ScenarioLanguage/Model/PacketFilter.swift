package import Wire

/// Which packets are meant; what is not asked may be anything.
package struct PacketFilter: Hashable, Sendable {
    /// Who sent it.
    package var from: Endpoint?
    /// Whom it was sent to.
    package var to: Endpoint?
    /// What is asked of its fields, in the order of their table.
    package var fields: [FieldTest] = []
    /// What is asked of the body that it carries, in the order of the file; all of it of one body.
    package var body: [BodyTest] = []

    /// Something that is asked of one field.
    package struct FieldTest: Hashable, Sendable {
        /// The field.
        package let spec: PacketFieldSpec
        /// What is asked of it.
        package let comparison: Comparison
    }

    /// Something that is asked of one part of a body.
    package struct BodyTest: Hashable, Sendable {
        /// The way to the part: the keys of maps with dots between them.
        package let path: String
        /// What is asked of it.
        package let comparison: Comparison
    }

    /// One end of a packet's way.
    package enum Endpoint: Hashable, Sendable {
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
    package var protocols: [DatagramKind] {
        DatagramKind.allCases.filter { kind in
            let isKind = fields.allSatisfy { test in
                guard test.spec == .kind else { return test.spec.protocols?.contains(kind) ?? true }
                return test.comparison.isMet(by: .text(kind.rawValue))
            }
            return isKind && (body.isEmpty || kind == .coap)
        }
    }

    /// What a run must keep, so that this can be asked of its packets.
    package var needs: PacketNeeds {
        let isDeep = !body.isEmpty || fields.contains { !$0.spec.isShallow }
        let isCounted = fields.allSatisfy { $0.spec == .kind || $0.spec == .size }
        return PacketNeeds(bytes: isDeep, media: protocols.contains(.rtp) && !isCounted)
    }

    /// Whether counts of RTP packets by way and length are enough to answer this.
    package var isAnsweredByCounts: Bool { !needs.media && !needs.bytes }
}

/// What a run must keep of packets beyond a line for each, because its scenario asks for it.
package struct PacketNeeds: Hashable, Sendable {
    /// Their bytes.
    package var bytes = false
    /// RTP packets one by one.
    package var media = false

    package mutating func add(_ other: PacketNeeds) {
        bytes = bytes || other.bytes
        media = media || other.media
    }
}

/// An expectation on the packets of the run.
package struct PacketExpectation: Hashable, Sendable {
    /// The packets that count.
    package var filter: PacketFilter
    /// How many datagrams there are; at least one when the file does not say.
    package var count: Comparison
    /// Where it stands.
    package let place: Place
}

/// Packets that are lost because of what they are.
package struct PacketDrop: Hashable, Sendable {
    /// The packets that it is about.
    package var filter: PacketFilter
    /// Which of them are lost.
    package var which: Which

    /// Which of the packets are lost.
    package enum Which: Hashable, Sendable {
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
    package var description: String {
        var words = fields.map(\.description)
        if !body.isEmpty { words.append("body \(body.map(\.description).joined(separator: " and "))") }
        if let from { words.append("from \(from)") }
        if let to { words.append("to \(to)") }
        return words.joined(separator: ", ")
    }
}

extension PacketFilter.FieldTest: CustomStringConvertible {
    /// The field and what is asked of it; a path stands for itself.
    package var description: String {
        if spec.type == .path, case .matches(let pattern) = comparison { return "\(spec.name) \(pattern)" }
        return "\(spec.name) \(comparison)"
    }
}

extension PacketFilter.BodyTest: CustomStringConvertible {
    /// The path and what is asked of what is there.
    package var description: String { "\(path) \(comparison)" }
}

extension PacketFilter.Endpoint: CustomStringConvertible {
    /// As a scenario file writes it.
    package var description: String {
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
    package var description: String {
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

extension Scenario {
    /// The parts of packets that a run must keep for the scenario's filters.
    package var packetNeeds: PacketNeeds {
        let filters = network.compactMap(\.packetFilter) + steps.flatMap(\.packetFilters)
        return filters.reduce(into: PacketNeeds()) { $0.add($1.needs) }
    }
}

extension Step {
    fileprivate var packetFilters: [PacketFilter] {
        switch action {
        case .packets(let expectation, _): [expectation.filter]
        case .journal(let expectation, _): expectation.packetFilters
        case .network(let changes): changes.compactMap(\.packetFilter)
        default: action.inner.flatMap(\.packetFilters)
        }
    }
}

extension NetworkChange {
    fileprivate var packetFilter: PacketFilter? { if case .drop(let drop) = self { drop.filter } else { nil } }
}
