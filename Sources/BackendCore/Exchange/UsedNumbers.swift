/// The used numbers of a client's requests, as a sliding window below the highest one (RFC 4303 section 3.4.3).
struct UsedNumbers: Sendable {
    /// The size of the window. A request may arrive late by at most this many requests.
    static let width = 1024

    /// The number after the highest.
    private var next: UInt64 = 0
    private var words = [UInt64](repeating: 0, count: width / 64)

    /// Marks a number as used. Returns false for a number that was used before or is below the window.
    mutating func use(_ number: UInt64) -> Bool {
        if number >= next {
            forget(next..<number)
            next = number + 1
        } else if next - number > UInt64(Self.width) || isUsed(number) {
            return false
        }
        mark(number, true)
        return true
    }

    /// Marks numbers as unused. Their bits belonged to numbers that are now below the window.
    private mutating func forget(_ numbers: Range<UInt64>) {
        guard numbers.count < Self.width else {
            words = words.map { _ in 0 }
            return
        }
        for number in numbers { mark(number, false) }
    }

    private func isUsed(_ number: UInt64) -> Bool {
        words[word(number)] >> (number % 64) & 1 == 1
    }

    private mutating func mark(_ number: UInt64, _ isUsed: Bool) {
        let bit: UInt64 = 1 << (number % 64)
        if isUsed { words[word(number)] |= bit } else { words[word(number)] &= ~bit }
    }

    private func word(_ number: UInt64) -> Int { Int(number / 64) % words.count }
}
