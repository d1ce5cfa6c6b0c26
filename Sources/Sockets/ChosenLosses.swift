/// Losses of certain datagrams, such as the next two that say something.
///
/// They are decided where a datagram would be received, before any link decides; the first choice that a datagram
/// falls under takes it, and those behind do not see it.
@MainActor
public final class ChosenLosses {
    /// Which of the datagrams that fit are lost.
    public enum Which: Hashable, Sendable {
        /// So many, from the next one on.
        case next(Int)
        /// These, counted from 1.
        case numbers(Set<Int>)
        /// Each.
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

        /// Counts a datagram that fits; answers whether it is lost.
        mutating func takes() -> Bool {
            seen += 1
            if case .numbers(let numbers) = which { return numbers.contains(seen) }
            return true
        }
    }

    private var choices: [Choice] = []

    init() {}

    /// Whether nothing will be lost any more.
    public var isEmpty: Bool { choices.isEmpty }

    /// Loses datagrams from now on; `fits` is asked about each on the wire, its number among what it is told.
    public func lose(_ which: Which, where fits: @escaping @MainActor (DatagramRecord) -> Bool) {
        let choice = Choice(which: which, fits: fits)
        if !choice.isUsedUp { choices.append(choice) }
    }

    /// Loses nothing any more.
    public func removeAll() {
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
