import ScenarioLanguage

/// Draws faults of the network and of servers, each with its end.
struct Faults {
    let base: Base

    private static let lengths: [Int64] = [1, 100, 500, 1000, 2000, 5000, 10_000, 16_000, 31_000, 45_000]

    /// A fault of a kind at an instant; nil when the scenario has no part that it could affect.
    func fault(_ category: Change.Category, at time: Int64, _ draw: inout Draw) -> Change? {
        let actions: [Change.Action]? =
            switch category {
            case .cut: cut(&draw)
            case .offline: offline(&draw)
            case .flap: flap(&draw)
            case .loss: lasting("loss", ["10%", "30%", "60%", "90%"], then: "0%", &draw)
            case .delay: delay(&draw)
            case .drop: drop(&draw)
            case .late: retimed("delay", &draw)
            case .again: retimed("repeat", &draw)
            case .move: move(&draw)
            case .server: server(&draw)
            case .intruder: intruder(&draw)
            case .refuse: refuse(&draw)
            case .crash: crash(&draw)
            case .command, .shift, .end: nil
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

    /// Keys that choose packets, perhaps those of one participant.
    private func packets(_ draw: inout Draw) -> String? {
        guard let selector = draw.one(of: base.selectors, by: \.text) else { return nil }
        let end = draw.chance(0.5) ? participant(&draw).map { ", \(selector.end): \($0)" } : nil
        return selector.text + (end ?? "")
    }

    private func drop(_ draw: inout Draw) -> [Change.Action]? {
        let next = draw.one(of: ["1", "1", "1", "2", "3", "4", "5"]) ?? "1"
        return packets(&draw).map { [network("drop: {\($0), next: \(next)}")] }
    }

    /// Chosen packets that are late, or come again late.
    private func retimed(_ key: String, _ draw: inout Draw) -> [Change.Action]? {
        let next = draw.one(of: ["1", "1", "1", "2", "5"]) ?? "1"
        let time = draw.one(of: ["1ms", "20ms", "300ms", "1500ms", "2500ms", "4s", "9s", "16s", "31s"]) ?? "1s"
        return packets(&draw).map { [network("\(key): {\($0), by: \(time), next: \(next)}")] }
    }

    private func move(_ draw: inout Draw) -> [Change.Action]? {
        let way = draw.chance(0.5) ? "handover" : "rebind"
        return participant(&draw).map { [network("\(way): \($0)")] }
    }

    /// Commands of SFUs with an effect for a time, and the command that ends each.
    private static let phases = [
        "crash": "restart", "shutDown": "serve", "full": "serve", "drain": "serve", "withhold": "serve",
    ]
    /// Commands of SFUs about one call, perhaps to one participant.
    private static let notices = [
        "error, call: CALL, sfuError: participantSignalLost", "goAway, call: CALL",
        "error, call: CALL, sfuError: participantSignalLost, strategy: rejoin",
        "error, call: CALL, sfuError: participantSignalLost, strategy: migrate",
        "migrationComplete, call: CALL",
    ]

    private func server(_ draw: inout Draw) -> [Change.Action]? {
        let length = draw.time(of: Self.lengths)
        guard let sfu = draw.one(of: base.names.sfus), let call = draw.one(of: base.names.calls),
            let word = draw.one(of: Self.phases.keys.sorted() + Self.notices + ["endSession, call: CALL"], by: \.self)
        else { return nil }
        if let end = Self.phases[word] {
            return [.init("{\(sfu): \(word)}"), .init("{\(sfu): \(end)}", after: length)]
        }
        let participant = draw.chance(0.6) ? participant(&draw) : nil
        let end = participant.map { word.hasPrefix("endSession") ? ", participant: \($0)" : ", to: [\($0)]" }
        return [.init("{\(sfu): \(word.replacing("CALL", with: call))\(end ?? "")}")]
    }

    /// Copies of a packet from an address that no server knows. They may change nothing.
    private func intruder(_ draw: inout Draw) -> [Change.Action]? {
        let selectors = base.selectors.filter { $0.kind != .response }
        guard let selector = draw.one(of: selectors, by: \.text) else { return nil }
        let changes = draw.one(of: ["", ", times: 20", ", times: 20, fresh: true", ", first: 4B"]) ?? ""
        return [network("intruder: {replay: {\(selector.text)}\(changes)}")]
    }

    private func refuse(_ draw: inout Draw) -> [Change.Action]? {
        let requests = base.selectors.filter { $0.kind == .request }
        guard let path = draw.one(of: Set(requests.compactMap(\.path)).sorted(), by: \.self) else { return nil }
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
