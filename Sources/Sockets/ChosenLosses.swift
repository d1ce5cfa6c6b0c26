/// Losses of selected datagrams, such as the next two that match a condition.
///
/// They apply where a datagram is received, before the links' own losses. The first selection that matches a datagram
/// counts it; later ones do not see it.
@MainActor
package final class ChosenLosses {
    /// The datagrams to lose among those that match.
    package enum Which: Hashable, Sendable {
        /// The next matching datagrams, that many.
        case next(Int)
        /// The matching datagrams with these numbers, counted from 1.
        case numbers(Set<Int>)
        /// All matching datagrams.
        case all
    }

    private struct Choice {
        let which: Which
        let fits: @MainActor (DatagramRecord) -> Bool
        var seen = 0

        var isUsedUp: Bool {
            switch which {
            case .next(let count): seen >= count
            case .numbers(let numbers): seen >= numbers.max() ?? 0
            case .all: false
            }
        }

        /// Counts a matching datagram. Returns true when it is lost.
        mutating func takes() -> Bool {
            seen += 1
            if case .numbers(let numbers) = which { return numbers.contains(seen) }
            return true
        }
    }

    private var choices: [Choice] = []

    init() {}

    /// True when no loss is pending.
    package var isEmpty: Bool { choices.isEmpty }

    /// Adds a selection. `fits` is called for each sent datagram, whose record has its number.
    package func lose(_ which: Which, where fits: @escaping @MainActor (DatagramRecord) -> Bool) {
        let choice = Choice(which: which, fits: fits)
        if !choice.isUsedUp { choices.append(choice) }
    }

    /// Removes all selections.
    package func removeAll() {
        choices = []
    }

    func isLost(_ datagram: @autoclosure () -> DatagramRecord) -> Bool {
        guard !choices.isEmpty else { return false }
        let datagram = datagram()
        for index in choices.indices where choices[index].fits(datagram) {
            let isLost = choices[index].takes()
            if choices[index].isUsedUp { choices.remove(at: index) }
            if isLost { return true }
            break
        }
        return false
    }
}
