import ScenarioLanguage
import YAML

/// Turns losses by chance into losses of chosen packets: those that were lost, by their content and their place among
/// the packets with that content.
enum ChosenDrops {
    /// The conditions that lose datagrams by chance.
    private static let chances: Set = ["loss", "burst", "corrupt"]

    /// Returns the scenario with chosen losses in place of chance; empty when it has no such losses.
    static func scenarios(of scenario: PlainScenario, _ history: RunHistory) -> [PlainScenario] {
        let places = places(in: history)
        guard !places.isEmpty else { return [] }
        var chosen = scenario
        chosen.head = scenario.head.compactMap { pair in
            guard pair.name == "network" else { return pair }
            return pair.value.without(chances).map { YAMLNode.Pair(key: pair.key, value: $0) }
        }
        chosen.steps = scenario.steps.compactMap { step in
            guard let network = step["network"] else { return step }
            return network.without(chances).map { .map([("network", $0)]) }
        }
        let drops = places.compactMap { place in
            try? YAMLNode.parse("{network: {drop: {\(place.selector.text), \(keys(place.numbers))}}}")
        }
        chosen.steps = drops + chosen.steps
        return [chosen]
    }

    /// The keys that choose packets by their places.
    private static func keys(_ numbers: [Int]) -> String {
        if numbers == Array(1...numbers.count) { return "next: \(numbers.count)" }
        return "nth: [\(numbers.map(String.init).joined(separator: ", "))]"
    }

    /// The lost packets of each selector, counted from the first step on. A packet counts for the first selector that
    /// it fits, as in a run.
    private static func places(in history: RunHistory) -> [(selector: PacketSelector, numbers: [Int])] {
        let start = history.steps[1]?.began ?? 0
        let datagrams = history.datagrams.filter { $0.time >= start }
        var selectors: [PacketSelector] = []
        for datagram in datagrams where history.lostByChance.contains(datagram.number) {
            guard let selector = PacketSelector.all(of: datagram.summary).first else { continue }
            if !selectors.contains(selector) { selectors.append(selector) }
        }
        var (seen, lost) = ([PacketSelector: Int](), [PacketSelector: [Int]]())
        for datagram in datagrams {
            let own = Set(PacketSelector.all(of: datagram.summary))
            guard let selector = selectors.first(where: own.contains) else { continue }
            seen[selector, default: 0] += 1
            if history.lostByChance.contains(datagram.number) {
                lost[selector, default: []].append(seen[selector] ?? 0)
            }
        }
        return selectors.map { ($0, lost[$0] ?? []) }.filter { !$0.1.isEmpty }
    }
}

extension YAMLNode {
    /// The mapping without some keys at any depth; nil when nothing is left of it.
    fileprivate func without(_ keys: Set<String>) -> YAMLNode? {
        guard let pairs else { return self }
        let left = pairs.compactMap { pair -> Pair? in
            guard !keys.contains(pair.name) else { return nil }
            return pair.value.without(keys).map { Pair(key: pair.key, value: $0) }
        }
        return left.isEmpty ? nil : YAMLNode(.mapping(left))
    }
}
