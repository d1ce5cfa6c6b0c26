import ScenarioLanguage

/// Draws faults of the network and of servers, each with its end.
struct Faults {
    let base: Base

    private static let lengths: [Int64] = [1, 100, 500, 1000, 2000, 5000, 10_000, 16_000, 31_000, 45_000]

    /// A fault of a kind at an instant; nil when the scenario has nothing to which it could happen.
    func fault(_ category: Change.Category, at time: Int64, _ draw: inout Draw) -> Change? {
        let actions: [Change.Action]? =
            switch category {
            case .cut: cut(&draw)
            case .offline: offline(&draw)
            case .flap: flap(&draw)
            case .loss: lasting("loss", ["10%", "30%", "60%", "90%"], then: "0%", &draw)
            case .delay: delay(&draw)
            case .drop: drop(&draw)
            case .move: move(&draw)
            case .server: server(&draw)
            case .intruder: intruder(&draw)
            case .refuse: refuse(&draw)
            case .crash: crash(&draw)
            case .command, .shift: nil
            }
        return actions.map { Change(category, at: time, $0) }
    }

    /// A cut of a host at an instant, for a time.
    func cut(_ host: String, at time: Int64, for length: Int64) -> Change {
        Change(.cut, at: time, [network("cut: \(host)"), network("heal: \(host)", after: length)])
    }

    private func network(_ text: String, after: Int64 = 0) -> Change.Action {
        Change.Action("{network: {\(text)}}", after: after)
    }

    private func participant(_ draw: inout Draw) -> String? { draw.one(of: Array(base.names.participants.prefix(8))) }

    private func host(_ draw: inout Draw) -> String? {
        draw.one(of: base.names.participants.prefix(8) + ["coordinator"] + base.names.sfus)
    }

    private func cut(_ draw: inout Draw) -> [Change.Action]? {
        let length = draw.time(of: Self.lengths)
        guard let host = host(&draw), let way = draw.one(of: ["both", "both", "up", "down"]) else { return nil }
        guard way != "both" else { return [network("cut: \(host)"), network("heal: \(host)", after: length)] }
        return [network("\(host): {\(way): cut}"), network("\(host): {\(way): heal}", after: length)]
    }

    private func offline(_ draw: inout Draw) -> [Change.Action]? {
        let length = draw.time(of: Self.lengths)
        return participant(&draw).map { [network("offline: \($0)"), network("online: \($0)", after: length)] }
    }

    private func flap(_ draw: inout Draw) -> [Change.Action]? {
        let (off, on) = (draw.one(of: ["100ms", "400ms", "2s"]), draw.one(of: ["200ms", "1s", "3s"]))
        guard let participant = participant(&draw), let off, let on else { return nil }
        let times = 2 + draw.number(below: 6)
        return [network("flap: {who: \(participant), off: \(off), on: \(on), times: \(times)}")]
    }

    /// A condition of a host for a time.
    private func lasting(
        _ key: String, _ values: [String], then rest: String, _ draw: inout Draw
    ) -> [Change.Action]? {
        let length = draw.time(of: Self.lengths)
        guard let host = host(&draw), let value = draw.one(of: values) else { return nil }
        return [network("\(host): {\(key): \(value)}"), network("\(host): {\(key): \(rest)}", after: length)]
    }

    private func delay(_ draw: inout Draw) -> [Change.Action]? {
        switch draw.number(below: 4) {
        case 0: lasting("duplicate", ["20%", "100%"], then: "0%", &draw)
        case 1: lasting("reorder", ["{share: 30%, by: 100ms}", "{share: 60%, by: 1s}"], then: "none", &draw)
        default: lasting("latency", ["50ms", "500ms", "1500ms", "4s", "9s"], then: "0s", &draw)
        }
    }

    private func drop(_ draw: inout Draw) -> [Change.Action]? {
        guard let selector = draw.one(of: PacketSelector.all(in: base.history)) else { return nil }
        let next = draw.one(of: ["1", "1", "1", "2", "3", "4", "5"]) ?? "1"
        let to = selector.isEvent && draw.chance(0.5) ? participant(&draw).map { ", to: \($0)" } : nil
        return [network("drop: {\(selector.text)\(to ?? ""), next: \(next)}")]
    }

    private func move(_ draw: inout Draw) -> [Change.Action]? {
        let way = draw.chance(0.5) ? "handover" : "rebind"
        return participant(&draw).map { [network("\(way): \($0)")] }
    }

    private func server(_ draw: inout Draw) -> [Change.Action]? {
        let length = draw.time(of: Self.lengths)
        guard let sfu = draw.one(of: base.names.sfus), let call = draw.one(of: base.names.calls) else { return nil }
        switch draw.number(below: 6) {
        case 0, 1: return [.init("{\(sfu): crash}"), .init("{\(sfu): restart}", after: length)]
        case 2: return [.init("{\(sfu): shutDown}"), .init("{\(sfu): serve}", after: length)]
        case 3: return [.init("{\(sfu): full}"), .init("{\(sfu): serve}", after: length)]
        case 4: return [.init("{\(sfu): error, call: \(call), sfuError: participantSignalLost}")]
        default: return [.init("{\(sfu): goAway, call: \(call)}")]
        }
    }

    /// Copies of a packet from an address that no server knows. They may change nothing.
    private func intruder(_ draw: inout Draw) -> [Change.Action]? {
        guard let selector = draw.one(of: PacketSelector.all(in: base.history)) else { return nil }
        let changes = draw.one(of: ["", ", times: 20", ", times: 20, fresh: true", ", first: 4B"]) ?? ""
        return [network("intruder: {replay: {\(selector.text)}\(changes)}")]
    }

    private func refuse(_ draw: inout Draw) -> [Change.Action]? {
        let paths = Set(base.history.datagrams.compactMap { PacketSelector(request: $0.summary)?.path })
        guard let path = draw.one(of: paths.sorted()) else { return nil }
        let refusal = draw.one(of: ["internalError", "rateLimited", "internalError"]) ?? "internalError"
        let server = path.hasPrefix("/sfu") ? draw.one(of: base.names.sfus) ?? "sfu" : "coordinator"
        let next = 1 + draw.number(below: 3)
        return [.init("{\(server): fail, path: \"\(path)\", refusal: \(refusal), next: \(next)}")]
    }

    private func crash(_ draw: inout Draw) -> [Change.Action]? {
        let length = draw.time(of: Self.lengths)
        return participant(&draw).map {
            [.init("{\($0): crash}"), .init("{\($0): restart, mayThrow: true}", after: length)]
        }
    }
}
