import ScenarioLanguage
import YAML

/// The `order` of a scenario: the choices among what is ready at one instant.
enum LoopOrder {
    /// Every choice is drawn from a seed.
    case drawn(seed: Int)
    /// Choices that are not the usual ones, by their numbers.
    case chosen([(number: Int, value: Int)])

    fileprivate var node: YAMLNode {
        switch self {
        case .drawn(let seed): .word("\(seed)")
        case .chosen(let choices): .map(choices.map { ("\($0.number)", .word("\($0.value)")) })
        }
    }
}

extension PlainScenario {
    private static let key = "order"
    private var order: YAMLNode? { self["settings"]?[Self.key] }

    /// True when the order is not the usual one.
    var hasOrder: Bool { order != nil }

    /// True when the choices of the order are drawn from a seed.
    var drawsOrder: Bool { order?.scalar != nil }

    /// The scenario with an order; nil leaves it as it is.
    func withOrder(_ order: LoopOrder?) -> PlainScenario { order.map { with(order: $0.node) } ?? self }

    private func with(order: YAMLNode?) -> PlainScenario {
        var ordered = self
        let others = (self["settings"]?.pairs ?? []).filter { $0.name != Self.key }
        let pairs = others + (order.map { [YAMLNode.Pair(Self.key, $0)] } ?? [])
        ordered["settings"] = pairs.isEmpty ? nil : YAMLNode(.mapping(pairs))
        return ordered
    }

    /// The scenario without some choices of its order in a row, each run of them in turn.
    func withoutChoices(count: Int) -> [PlainScenario] {
        let choices = order?.pairs ?? []
        return stride(from: 0, to: choices.count, by: count).map { start in
            let left = Array(choices[..<start] + choices[min(start + count, choices.count)...])
            return with(order: left.isEmpty ? nil : YAMLNode(.mapping(left)))
        }
    }
}
