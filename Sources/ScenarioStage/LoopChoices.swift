import Chance
import Journal
import Loop
import ScenarioLanguage
import ScenarioVocabulary
import Wire

/// Makes the free decisions of the loop as the scenario sets them, and journals them.
@MainActor
final class LoopChoices {
    private unowned let stage: Stage
    private let order: ServiceOrder
    private var generator: SeededGenerator
    /// The number of choices so far.
    private var count = 0
    /// The first choice whose value is beyond the last possibility, in words.
    private var excess: String?

    init(on stage: Stage) {
        self.stage = stage
        order = stage.scenario.settings.order
        let seed: UInt64 = if case .drawn(let seed) = order { seed } else { 0 }
        generator = SeededGenerator(seed: seed).derived(for: "order")
    }

    /// False when everything comes in the usual order, and no choice is journaled.
    var areNeeded: Bool { order != .usual || stage.journalsArming }

    /// Returns the number of what comes next. A choice that is not the usual one is journaled; with the arming of timers,
    /// every choice is.
    func choose(_ choice: FreeChoice) -> Int {
        count += 1
        let value = value(among: choice.count)
        if value > 0 || stage.journalsArming { note(choice, value) }
        return value
    }

    private func value(among options: Int) -> Int {
        switch order {
        case .usual: 0
        case .drawn: Int(generator.next() % UInt64(options))
        case .chosen(let values): bounded(values[count] ?? 0, options)
        }
    }

    private func bounded(_ value: Int, _ options: Int) -> Int {
        if value >= options, excess == nil {
            excess = "choice \(count) of `order` is among \(options), so its value \(value) stands for \(options - 1)"
        }
        return min(value, options - 1)
    }

    private func note(_ choice: FreeChoice, _ value: Int) {
        let label = choice.label(value)
        let socket = SocketAddress(label).map { "the socket of \(stage.name(of: $0.host))" }
        stage.record.log(
            nil, "choice",
            [
                .init("number", .integer(Int64(count))), .init("of", .integer(Int64(choice.count))),
                .init("value", .integer(Int64(value))), .init("first", .text(socket ?? label)),
            ])
    }

    /// The remark on a choice of the scenario that the run did not come to, or whose value is too large; nil without one.
    var remark: String? {
        if let excess { return excess }
        guard case .chosen(let values) = order, let last = values.keys.max(), last > count else { return nil }
        return "choice \(last) of `order` has no effect: the run made \(count.counted("choice"))"
    }
}
