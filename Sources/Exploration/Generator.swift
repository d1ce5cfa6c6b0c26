import Journal
import ScenarioLanguage
import YAML

/// Writes scenarios from nothing: participants, devices, settings and calls are drawn, then commands that fit the
/// state that each participant has reached.
struct Generator {
    private let vocabulary: Vocabulary
    private var draw: Draw
    private let id: String
    private let head: [YAMLNode.Pair]
    private let names: ScenarioNames
    private var steps: [YAMLNode] = []

    /// The rounds in which a scenario grows. Each round begins with the states that the last one reached.
    private static let rounds = 3

    /// - Parameters:
    ///   - number: The number of the scenario in its search.
    ///   - attempt: The number of earlier ones in its place that could not be explored.
    init?(seed: UInt64, number: Int, attempt: Int, _ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        id = "GENERATED-\(number + 1)"
        draw = Draw(seed: seed, label: "\(id), attempt \(attempt)")
        guard let node = try? YAMLNode.parse(Self.opening(id, draw)), let pairs = node.pairs else { return nil }
        head = pairs
        var names = ScenarioNames(PlainScenario(head: head, steps: []))
        names.calls = draw.part("calls").calls
        self.names = names
    }

    /// Grows the scenario; nil when it is not valid.
    mutating func scenario(in runner: inout some ProbeRunner) throws(Interruption) -> Scenario? {
        var history = RunHistory(journal: [])
        for round in 0..<Self.rounds {
            grow(round, after: history)
            guard round < Self.rounds - 1 else { break }
            let text = PlainScenario(head: head, steps: steps).text()
            history = RunHistory(
                journal: try runner.result(
                    of: Probe(id: id, file: id, text: text, seed: 1, wantsJournal: true)
                ).journal)
        }
        let text = PlainScenario(head: head, steps: steps).text()
        return ScenarioLibrary.load(text: text, file: "\(id).yaml", vocabulary: vocabulary).scenarios.first
    }

    /// Adds commands that the states after a run suggest, each after a short or a long wait.
    private mutating func grow(_ round: Int, after history: RunHistory) {
        var draw = draw.part("round \(round)")
        for number in 0...draw.number(below: 3) {
            var draw = draw.part("command \(number)")
            guard let participant = draw.one(of: names.participants) else { return }
            let state = history.lastValue(of: "callingState", of: participant) ?? "idle"
            let line = CommandDraws.command(of: participant, in: state, names, &draw)
            let step = line.flatMap { try? YAMLNode.parse($0) }
            if let step { steps.append(step) }
            let pause = draw.one(of: ["0s", "1ms", "100ms", "1s", "3s", "16s"]) ?? "1s"
            if pause != "0s" { steps.append(.map([("wait", .word(pause))])) }
        }
        if steps.isEmpty { steps.append(.map([("wait", .word("1s"))])) }
    }

    // MARK: Participants and settings

    private static func opening(_ id: String, _ draw: Draw) -> String {
        """
        id: \(id)
        name: "Generated"
        participants: {\(draw.part("participants").participants)}
        settings: {\(draw.part("settings").settings)}
        """
    }
}

extension Draw {
    /// One to four participants, some of them with an option, and sometimes a second device.
    fileprivate var participants: String {
        var draw = self
        let names = ["alice", "bob", "carol", "dan"].prefix(draw.one(of: [1, 2, 2, 3, 3, 4]) ?? 2)
        let options = [
            "rejectCallWhenBusy: true", "autoLeave: true", "interceptor: ready", "interceptor: hang",
            "interceptor: {then: return, after: 2s}", "leavesWhenLiveEnds: true", "disconnectionTimeout: 5s",
            "connected: false",
        ]
        var items = names.map { name -> String in
            var own = part(name)
            let option = own.chance(0.3) ? own.one(of: options, by: \.self) : nil
            return option.map { "\(name): {\($0)}" } ?? "\(name): ~"
        }
        if names.count > 1, draw.chance(0.25) { items.append("bob-desk: {user: bob}") }
        return items.joined(separator: ", ")
    }

    /// Settings, of which most have their default.
    fileprivate var settings: String {
        var draw = self
        let all = [
            "autoCancelTimeout": ["2s", "5s", "0s"], "incomingCallTimeout": ["2s", "5s", "0s"],
            "missedCallTimeout": ["1s", "5s"], "interceptorLimit": ["1s", "5s"], "disconnectionTimeout": ["5s", "20s"],
            "fastReconnectDeadline": ["1s", "5s"], "sfus": ["2", "3"], "micDefaultOn": ["false"],
        ]
        let chosen = all.keys.sorted().filter { key in
            var own = part(key)
            return own.chance(0.2)
        }
        let items = chosen.compactMap { key in draw.one(of: all[key] ?? []).map { "\(key): \($0)" } }
        return items.isEmpty ? "sfus: 1" : items.joined(separator: ", ")
    }

    /// One call or two.
    fileprivate var calls: [String] {
        var draw = self
        let types = ["default", "default", "default", "audio_room", "livestream", "development"]
        let type = draw.one(of: types) ?? "default"
        return draw.chance(0.3) ? ["\(type):standup", "default:review"] : ["\(type):standup"]
    }
}
