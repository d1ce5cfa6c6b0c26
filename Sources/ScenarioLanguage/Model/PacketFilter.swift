package import Wire

/// A filter of packets; omitted conditions match all packets.
package struct PacketFilter: Hashable, Sendable {
    /// The sender.
    package var from: Endpoint?
    /// The receiver.
    package var to: Endpoint?
    /// The conditions on fields, in the order of their table.
    package var fields: [FieldTest] = []
    /// The conditions on the body, in the order of the file; one body must meet all of them.
    package var body: [BodyTest] = []

    /// A condition on one field.
    package struct FieldTest: Hashable, Sendable {
        /// The field.
        package let spec: PacketFieldSpec
        /// The condition on the field.
        package let comparison: Comparison
    }

    /// A condition on one part of a body.
    package struct BodyTest: Hashable, Sendable {
        /// The path to the part: map keys separated by dots.
        package let path: String
        /// The condition on the part.
        package let comparison: Comparison
    }

    /// The sender or the receiver of a packet.
    package enum Endpoint: Hashable, Sendable {
        /// Any of these participants.
        case participants([String])
        /// The coordinator.
        case coordinator
        /// An SFU.
        case sfu
        /// One of several SFUs, by its name.
        case oneSFU(String)
        /// The intruder's own address.
        case intruder
    }
}

extension PacketFilter {
    /// The protocols whose packets have all tested fields.
    package var protocols: [DatagramKind] {
        DatagramKind.allCases.filter { kind in
            let isKind = fields.allSatisfy { test in
                guard test.spec == .kind else { return test.spec.protocols?.contains(kind) ?? true }
                return test.comparison.isMet(by: .text(kind.rawValue))
            }
            return isKind && (body.isEmpty || kind == .coap)
        }
    }

    /// The data that a run must store to evaluate the filter.
    package var needs: PacketNeeds {
        let isDeep = !body.isEmpty || fields.contains { !$0.spec.isShallow }
        let isCounted = fields.allSatisfy { $0.spec == .kind || $0.spec == .size }
        return PacketNeeds(bytes: isDeep, media: protocols.contains(.rtp) && !isCounted)
    }

    /// True when counts of RTP packets by direction and length are sufficient.
    package var isAnsweredByCounts: Bool { !needs.media && !needs.bytes }
}

/// The packet data that a run must store for its scenario, beyond one line for each packet.
package struct PacketNeeds: Hashable, Sendable {
    /// True when the bytes are needed.
    package var bytes = false
    /// True when single RTP packets are needed.
    package var media = false

    package mutating func add(_ other: PacketNeeds) {
        bytes = bytes || other.bytes
        media = media || other.media
    }
}

/// An expectation on the packets of the run.
package struct PacketExpectation: Hashable, Sendable {
    /// The filter of the counted packets.
    package var filter: PacketFilter
    /// The number of datagrams; at least one by default.
    package var count: Comparison
    /// The place in the file.
    package let place: Place
}

/// The loss, the delay or the repetition of packets that match a filter.
package struct PacketDrop: Hashable, Sendable {
    /// The filter of the packets.
    package var filter: PacketFilter
    /// The selection of matching packets.
    package var which: Which
    /// The effect on them.
    package var effect = Effect.loss

    /// The effect on a chosen packet.
    package enum Effect: Hashable, Sendable {
        /// It is sent, and lost.
        case loss
        /// It is sent later by this time.
        case delay(Duration)
        /// It is sent, and again after this time.
        case repetition(Duration)
    }

    /// A selection of matching packets.
    package enum Which: Hashable, Sendable {
        /// The next packets, in this number.
        case next(Int)
        /// These packets, counted from 1 after the step, in increasing order.
        case numbers([Int])
        /// All packets until the end.
        case all
    }
}

extension PacketFilter: CustomStringConvertible {
    /// The conditions on each packet, in words.
    package var description: String {
        var words = fields.map(\.description)
        if !body.isEmpty { words.append("body \(body.map(\.description).joined(separator: " and "))") }
        if let from { words.append("from \(from)") }
        if let to { words.append("to \(to)") }
        return words.joined(separator: ", ")
    }
}

extension PacketFilter.FieldTest: CustomStringConvertible {
    /// The field and its condition; a path pattern is shown alone.
    package var description: String {
        if spec.type == .path, case .matches(let pattern) = comparison { return "\(spec.name) \(pattern)" }
        return "\(spec.name) \(comparison)"
    }
}

extension PacketFilter.BodyTest: CustomStringConvertible {
    /// The path and its condition.
    package var description: String { "\(path) \(comparison)" }
}

extension PacketFilter.Endpoint: CustomStringConvertible {
    /// The notation of scenario files.
    package var description: String {
        switch self {
        case .participants(let names): names.joined(separator: " or ")
        case .coordinator: "coordinator"
        case .sfu: "sfu"
        case .oneSFU(let name): name
        case .intruder: "intruder"
        }
    }
}

extension PacketDrop: CustomStringConvertible {
    /// The chosen packets and what happens to them, in words.
    package var description: String {
        let words = "\(filter)"
        let kind = words.isEmpty ? "" : " with \(words)"
        let packets =
            switch which {
            case .next(1): "the next packet\(kind)"
            case .next(let count): "the next \(count) packets\(kind)"
            case .numbers(let numbers):
                "no. \(numbers.map(String.init).joined(separator: ", ")) of the packets\(kind)"
            case .all: "all packets\(kind)"
            }
        return switch effect {
        case .loss: "drops \(packets)"
        case .delay(let time): "delays \(packets) by \(time.written)"
        case .repetition(let time): "repeats \(packets) after \(time.written)"
        }
    }
}

extension Scenario {
    /// The packet data that a run must store for the scenario's filters.
    package var packetNeeds: PacketNeeds {
        (network.map(\.packetNeeds) + steps.flatMap(\.packetNeeds)).reduce(into: PacketNeeds()) { $0.add($1) }
    }
}

extension Step {
    fileprivate var packetNeeds: [PacketNeeds] {
        switch action {
        case .packets(let expectation, _): [expectation.filter.needs]
        case .journal(let expectation, _): expectation.packetFilters.map(\.needs)
        case .network(let changes): changes.map(\.packetNeeds)
        default: action.inner.flatMap(\.packetNeeds)
        }
    }
}

extension NetworkChange {
    fileprivate var packetNeeds: PacketNeeds {
        switch self {
        case .drop(let drop): drop.filter.needs
        case .intruder(let act): act.packetNeeds
        case .link, .dropNothing, .flap, .flapNoMore, .move: PacketNeeds()
        }
    }
}

extension IntruderAct {
    /// Copies need the bytes of packets, and ids of connections are read from them.
    fileprivate var packetNeeds: PacketNeeds {
        guard case .replay(let filter) = content else { return PacketNeeds(bytes: true) }
        return PacketNeeds(bytes: true, media: filter.protocols.contains(.rtp))
    }
}
