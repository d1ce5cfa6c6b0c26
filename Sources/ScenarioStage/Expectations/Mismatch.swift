import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

/// The differences between a packet or an entry and a filter.
struct Mismatch {
    /// The number of differences.
    var count = 0
    /// The description of the first difference.
    var text = ""

    /// Counts a difference; only the first one's description is evaluated.
    mutating func add(_ words: @autoclosure () -> String) {
        count += 1
        if count == 1 { text = words() }
    }
}

extension Mismatch {
    private static let shown = 5

    /// Returns lines for the last matches and the last near matches, in order.
    ///
    /// - Parameters:
    ///   - things: The things to search, in order of time.
    ///   - mismatch: Returns the differences of a thing, at most two.
    ///   - line: Returns the line of a thing.
    static func nearest<Thing>(
        _ things: some BidirectionalCollection<Thing>, mismatch: (Thing) -> Mismatch, line: (Thing) -> String
    ) -> [String] {
        var fitting: [String] = []
        var near: [String] = []
        for thing in things.reversed() {
            guard fitting.count < shown || near.count < shown else { break }
            let mismatch = mismatch(thing)
            if mismatch.count == 0, fitting.count < shown {
                fitting.append("\(line(thing)): it matches")
            } else if mismatch.count == 1, near.count < shown {
                near.append("\(line(thing)): \(mismatch.text)")
            }
        }
        return fitting.reversed() + near.reversed()
    }
}

extension Stage {
    /// Returns the differences between a packet and a filter, at most `limit`.
    func mismatch(_ packet: RunRecord.Packet, _ filter: PacketFilter, limit: Int) -> Mismatch {
        var mismatch = Mismatch()
        if !matches(packet.from.host, filter.from) { mismatch.add("its sender is \(name(of: packet.from.host))") }
        if !matches(packet.to.host, filter.to) { mismatch.add("its receiver is \(name(of: packet.to.host))") }
        let decoded = record.reader.decoded(packet, in: record)
        for test in filter.fields where mismatch.count < limit {
            let values = PacketFields.table[test.spec]?(decoded) ?? []
            guard !test.comparison.isMet(byOneOf: values, marks: marks) else { continue }
            mismatch.add("\(test.spec.name) is \(Self.words(values)) and not \(test.comparison)")
        }
        if mismatch.count < limit, !filter.body.isEmpty { addBody(decoded, filter, to: &mismatch) }
        return mismatch
    }

    /// Adds the differences of the body that differs least. Of two, it is the one that has more of the parts, and an
    /// event rather than its batch.
    private func addBody(
        _ decoded: PacketReader.DecodedPacket, _ filter: PacketFilter, to mismatch: inout Mismatch
    ) {
        var least: (mismatch: Mismatch, absent: Int)?
        let bodies = decoded.bodies
        for body in bodies.dropFirst() + bodies.prefix(1) where isWanted(body, filter) {
            var own = Mismatch()
            var absent = 0
            for test in filter.body {
                let path = BodyPath(test.path)
                let value = path.value(in: body) ?? .none
                guard !test.comparison.isMet(by: value, marks: marks) else { continue }
                if value == .none { absent += 1 }
                let hint = path.deadEnd(in: body).map { "; \($0)" } ?? ""
                own.add("\(test.path) of its body is \(value) and not \(test.comparison)\(hint)")
            }
            if let known = least, (own.count, absent) >= (known.mismatch.count, known.absent) { continue }
            least = (own, absent)
        }
        guard let least = least?.mismatch else {
            mismatch.add("it has no body that can be read")
            // A packet without a body is not a near match.
            mismatch.count += 1
            return
        }
        guard least.count > 0 else { return }
        mismatch.add(least.text)
        mismatch.count += least.count - 1
    }

    /// Returns false for an event of a batch whose type is not one that the filter wants, and for a batch whose own
    /// parts the filter does not name. A batch lacks the parts of its events.
    private func isWanted(_ body: CBOR, _ filter: PacketFilter) -> Bool {
        guard let type = body.map?["type"]?.text else {
            guard let batch = body.map, batch["events"] != nil else { return true }
            return filter.body.contains { batch[String($0.path.prefix { $0 != "." })] != nil }
        }
        return filter.fields.allSatisfy {
            $0.spec.name != "event" || $0.comparison.isMet(byOneOf: [.text(type)], marks: marks)
        }
    }

    private static func words(_ values: [Value]) -> String {
        switch values.count {
        case 0: "none"
        case 1: values.first?.description ?? "none"
        default: Value.list(values).description
        }
    }

    private func matches(_ host: HostAddress, _ end: PacketFilter.Endpoint?) -> Bool {
        switch end {
        case nil: true
        case .participants(let participants): participants.contains(name(of: host))
        case .coordinator: host == plan.coordinator
        case .intruder: host == plan.intruder
        case .oneSFU(let name): plan.serverName(host) == name
        case .sfu: plan.serverName(host)?.hasPrefix("sfu") ?? false
        }
    }

    /// Returns true when both ends match the filter.
    func matches(_ from: HostAddress, _ to: HostAddress, _ filter: PacketFilter) -> Bool {
        matches(from, filter.from) && matches(to, filter.to)
    }
}
