import Testing
import Wire

/// The bytes behind hexadecimal digits; blanks are skipped.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { $0 != " " }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The error with which a datagram is refused; records an issue when it is not.
func refusal(of datagram: [UInt8]) -> CoAPError? {
    do throws(CoAPError) {
        let message = try CoAP.Message(decoding: datagram)
        Issue.record("decoded as \(message)")
        return nil
    } catch {
        return error
    }
}

/// A token in hexadecimal digits.
func token(_ hex: String) -> CoAP.Token {
    CoAP.Token(bytes(hex)) ?? .empty
}

/// Returns a body of that many bytes, in which each place differs from its neighbours.
func body(_ count: Int, seed: Int = 0) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 &+ $0 >> 8) }
}
