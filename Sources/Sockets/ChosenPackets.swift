/// Selections of datagrams, such as the next two that match a condition, each with an effect.
///
/// The first selection that matches a datagram counts it; later ones do not see it.
@MainActor
package final class ChosenPackets<Effect: Sendable> {
    private struct Choice {
        let which: PacketNumbers
        let effect: Effect
        let fits: @MainActor (DatagramRecord) -> Bool
        var seen = 0

        var isUsedUp: Bool {
            switch which {
            case .next(let count): seen >= count
            case .numbers(let numbers): seen >= numbers.max() ?? 0
            case .all: false
            }
        }

        /// Counts a matching datagram. Returns true when it is selected.
        mutating func takes() -> Bool {
            seen += 1
            if case .numbers(let numbers) = which { return numbers.contains(seen) }
            return true
        }
    }

    private var choices: [Choice] = []

    init() {}

    /// True when no selection is pending.
    package var isEmpty: Bool { choices.isEmpty }

    /// Adds a selection. `fits` is called for each datagram, whose record has its number once it is sent.
    package func choose(
        _ which: PacketNumbers, _ effect: Effect, where fits: @escaping @MainActor (DatagramRecord) -> Bool
    ) {
        let choice = Choice(which: which, effect: effect, fits: fits)
        if !choice.isUsedUp { choices.append(choice) }
    }

    /// Removes all selections.
    package func removeAll() {
        choices = []
    }

    /// Returns the effect on a datagram; nil when no selection takes it.
    func effect(on datagram: @autoclosure () -> DatagramRecord) -> Effect? {
        guard !choices.isEmpty else { return nil }
        let datagram = datagram()
        for index in choices.indices where choices[index].fits(datagram) {
            let effect = choices[index].takes() ? choices[index].effect : nil
            if choices[index].isUsedUp { choices.remove(at: index) }
            return effect
        }
        return nil
    }
}

/// The datagrams that a selection takes among those that match.
package enum PacketNumbers: Hashable, Sendable {
    /// The next matching datagrams, that many.
    case next(Int)
    /// The matching datagrams with these numbers, counted from 1.
    case numbers(Set<Int>)
    /// All matching datagrams.
    case all
}

/// The loss of a chosen datagram, at its receiver and before the links' own losses.
package struct ChosenLoss: Hashable, Sendable {
    package init() {}
}

/// The time of a chosen datagram at its sender, before the sender's link.
package enum ChosenTime: Hashable, Sendable {
    /// It is sent later.
    case later(Duration)
    /// It is sent now, and again later.
    case again(after: Duration)
}
