import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Sockets
import Wire

/// The differences between a packet or an entry and a filter.
struct Misfit {
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

extension Misfit {
    private static let shown = 5

    /// Returns lines for the last matches and the last near matches, in order.
    ///
    /// - Parameters:
    /// - things: The things to search, in order of time.
    /// - misfit: Returns the differences of a thing, at most two.
    ///   - line: Returns the line of a thing.
    static func nearest<Thing>(
        _ things: some BidirectionalCollection<Thing>, misfit: (Thing) -> Misfit, line: (Thing) -> String
    ) -> [String] {
        var fitting: [String] = []
        var near: [String] = []
        for thing in things.reversed() {
            guard fitting.count < shown || near.count < shown else { break }
            let misfit = misfit(thing)
            if misfit.count == 0, fitting.count < shown {
                fitting.append("\(line(thing)): it counts")
            } else if misfit.count == 1, near.count < shown {
                near.append("\(line(thing)): \(misfit.text)")
            }
        }
        return fitting.reversed() + near.reversed()
    }
}

extension Stage {
    /// Returns the differences between a packet and a filter, at most `limit`.
    func misfit(_ packet: RunRecord.Packet, _ filter: PacketFilter, limit: Int) -> Misfit {
        var misfit = Misfit()
        if !matches(packet.from.host, filter.from) { misfit.add("it is from \(name(of: packet.from.host))") }
        if !matches(packet.to.host, filter.to) { misfit.add("it goes to \(name(of: packet.to.host))") }
        let sight = record.reader.sight(of: packet, in: record)
        for test in filter.fields where misfit.count < limit {
            let values = PacketFields.table[test.spec]?(sight) ?? []
            guard !test.comparison.isMet(byOneOf: values, marks: marks) else { continue }
            misfit.add("\(test.spec.name) is \(Self.words(values)) and not \(test.comparison)")
        }
        if misfit.count < limit, !filter.body.isEmpty { addBody(sight, filter.body, to: &misfit) }
        return misfit
    }

    /// Adds the differences of the body that differs least.
    private func addBody(_ sight: PacketReader.Sight, _ tests: [PacketFilter.BodyTest], to misfit: inout Misfit) {
        var least: Misfit?
        for body in sight.bodies {
            var own = Misfit()
            for test in tests {
                let path = BodyPath(test.path)
                let value = path.value(in: body) ?? .none
                guard !test.comparison.isMet(by: value, marks: marks) else { continue }
                let hint = path.deadEnd(in: body).map { "; \($0)" } ?? ""
                own.add("\(test.path) of its body is \(value) and not \(test.comparison)\(hint)")
            }
            if own.count < least?.count ?? .max { least = own }
        }
        guard let least else {
            misfit.add("it has no body that can be read")
            // A packet without a body is not a near match.
            misfit.count += 1
            return
        }
        guard least.count > 0 else { return }
        misfit.add(least.text)
        misfit.count += least.count - 1
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
