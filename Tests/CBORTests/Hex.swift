import Testing
import Wire

/// The bytes behind hexadecimal digits; blanks are skipped.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { $0 != " " }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The error with which the bytes are refused; records an issue when they are not.
func refusal(of bytes: [UInt8], limits: CBOR.Limits = .default) -> CBORError? {
    do throws(CBORError) {
        let item = try CBOR(decoding: bytes, limits: limits)
        Issue.record("decoded as \(item)")
        return nil
    } catch {
        return error
    }
}
