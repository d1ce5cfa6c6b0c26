import ScenarioLanguage
import YAML

/// Leaves out the actions of participants whose process has crashed.
enum CrashedParticipants {
    /// The events that can be performed in their order.
    static func possible(_ events: [Timeline.Event]) -> [Timeline.Event] {
        var gone: Set<String> = []
        return events.compactMap { event in
            guard let node = possible(event.node, gone: &gone) else { return nil }
            return Timeline.Event(time: event.time, node: node)
        }
    }

    private static func possible(_ node: YAMLNode, gone: inout Set<String>) -> YAMLNode? {
        guard let pairs = node.pairs, let first = pairs.first else { return node }
        if let items = first.simultaneousSteps {
            var left: [YAMLNode] = []
            for item in items { if let item = possible(item, gone: &gone) { left.append(item) } }
            return left.count > 1 ? .map([("sameTime", .list(left))]) : left.first
        }
        guard !first.isOfNetworkOrServer, let command = first.value.scalar?.text else { return node }
        let subjects = first.subjects
        let able = subjects.filter { command == "restart" ? gone.contains($0) : !gone.contains($0) }
        if command == "crash" { gone.formUnion(able) }
        if command == "restart" { gone.subtract(able) }
        guard able.count < subjects.count else { return node }
        guard !able.isEmpty else { return nil }
        return YAMLNode(.mapping([.init(able.joined(separator: ", "), first.value)] + pairs.dropFirst()))
    }
}
