/// A log of histograms in the format of HdrHistogram, version 1.3: a line an interval and tag.
package struct HistogramLog {
    /// The text so far.
    package private(set) var text =
        "#[Histogram log format version 1.3]\n"
        + "#[StartTime: 0.000 (seconds since epoch)]\n"
        + "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n"

    package init() {}

    /// Adds an interval. The greatest value is in milliseconds, as the format has it for values in nanoseconds.
    package mutating func add(_ histogram: Histogram, tag: String, from start: Duration, lasting length: Duration) {
        guard histogram.count > 0 else { return }
        let times = [start, length].map { Decimals.text($0 / .seconds(1), 3) }.joined(separator: ",")
        let max = Decimals.text(Double(histogram.max) / 1e6, 3)
        text += "Tag=\(tag),\(times),\(max),\(Base64.text(histogram.encoded))\n"
    }
}

/// Base64 (RFC 4648 section 4).
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for begin in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[begin..<min(begin + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : "=")
            }
        }
        return text
    }
}

extension Base64 {
    /// The bytes of a text; nil for anything else.
    static func bytes(_ text: String) -> [UInt8]? {
        let places = Dictionary(uniqueKeysWithValues: alphabet.enumerated().map { ($0.element.asciiValue, $0.offset) })
        let letters = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count * 3 / 4)
        var (bits, count) = (0, 0)
        for letter in letters {
            guard let place = places[letter] else { return nil }
            bits = bits << 6 | place
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(bits >> count & 0xFF))
            bits &= 1 << count - 1
        }
        return bytes
    }
}

/// Numbers with a fixed count of decimals.
package enum Decimals {
    package static func text(_ value: Double, _ places: Int) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "?" }
        let scale = (0..<places).reduce(1) { product, _ in product * 10 }
        let whole = Int64((abs(value) * Double(scale)).rounded())
        let fraction = String(whole % Int64(scale))
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard places > 0 else { return "\(sign)\(whole)" }
        return "\(sign)\(whole / Int64(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
    }
}
