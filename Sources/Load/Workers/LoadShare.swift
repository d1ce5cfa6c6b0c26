/// The part of a load that one of several workers has: every start whose number leaves one remainder.
package struct LoadShare: Hashable, Sendable {
    /// The worker, from 0.
    package let index: Int
    /// The number of workers.
    package let count: Int

    /// The whole load.
    package static let whole = LoadShare(index: 0, count: 1)

    package init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }

    /// Reads `1/4`, in which the first worker has 1.
    package init?(_ text: String) {
        let parts = text.split(separator: "/").compactMap { Int($0) }
        guard parts.count == 2, parts[1] >= 1, (1...parts[1]).contains(parts[0]) else { return nil }
        self.init(index: parts[0] - 1, count: parts[1])
    }

    package var text: String { "\(index + 1)/\(count)" }

    /// All shares of a load.
    package static func all(_ count: Int) -> [LoadShare] { (0..<count).map { LoadShare(index: $0, count: count) } }

    /// True for a start of this share, by its number from 0.
    func has(_ number: Int) -> Bool { number % count == index }

    /// The part of a number; the parts of all shares add up to it.
    package func part(of number: Int) -> Int { number / count + (index < number % count ? 1 : 0) }
}
