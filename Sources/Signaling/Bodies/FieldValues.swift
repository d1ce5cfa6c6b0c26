package import Timing
import Wire

extension String: FieldValue {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> String {
        try coder.value(at: position, "a text") { $0.text(at: position) }
    }

    package static func write(_ text: String, _ coder: inout BodyCoder) { coder.writer.write(text) }
}

/// A text that is not empty.
enum Name: FieldForm {
    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> String {
        let text = try String.read(at: position, &coder)
        guard !text.isEmpty else { throw coder.badValue(at: position, "must not be empty") }
        return text
    }

    static func write(_ text: String, _ coder: inout BodyCoder) { coder.writer.write(text) }
}

extension Bool: FieldValue {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Bool {
        try coder.value(at: position, "true or false") { $0.boolean(at: position) }
    }

    package static func write(_ truth: Bool, _ coder: inout BodyCoder) { coder.writer.write(truth) }
}

extension Int64: FieldValue {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Int64 {
        try coder.value(at: position, "a whole number") { $0.integer(at: position) }
    }

    package static func write(_ number: Int64, _ coder: inout BodyCoder) { coder.writer.write(number) }
}

/// A non-negative number.
extension Int: FieldValue {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Int {
        let count = Int(clamping: try Int64.read(at: position, &coder))
        guard count >= 0 else { throw coder.badValue(at: position, "must not be negative") }
        return count
    }

    package static func write(_ count: Int, _ coder: inout BodyCoder) { coder.writer.write(Int64(count)) }
}

extension UInt32: FieldValue {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> UInt32 {
        guard let number = UInt32(exactly: try Int64.read(at: position, &coder)) else {
            throw coder.badValue(at: position, "must fit 32 bits")
        }
        return number
    }

    package static func write(_ number: UInt32, _ coder: inout BodyCoder) { coder.writer.write(Int64(number)) }
}

/// A number, integer or not.
extension Double: FieldValue {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Double {
        try coder.value(at: position, "a number") {
            $0.double(at: position) ?? $0.integer(at: position).map(Double.init)
        }
    }

    package static func write(_ number: Double, _ coder: inout BodyCoder) { coder.writer.write(number) }
}

extension [UInt8]: FieldForm, FieldValue {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> [UInt8] {
        try coder.value(at: position, "a byte string") { $0.bytes(at: position) }
    }

    package static func write(_ bytes: [UInt8], _ coder: inout BodyCoder) { coder.writer.write(bytes) }
}

/// A map of any items, such as custom data of the application.
enum AnyMap: FieldForm {
    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> CBOR.Map {
        try coder.value(at: position, "a map") { $0.item(at: position).map }
    }

    static func write(_ map: CBOR.Map, _ coder: inout BodyCoder) { coder.writer.write(.map(map)) }
}

// MARK: Dates and durations

extension Timestamp: FieldValue {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Timestamp {
        try coder.value(at: position, "a date in milliseconds") {
            $0.integer(at: position).map(Timestamp.init(milliseconds:))
        }
    }

    package static func write(_ date: Timestamp, _ coder: inout BodyCoder) { coder.writer.write(date.milliseconds) }
}

/// A duration as a whole number of seconds or of equal parts of a second.
protocol DurationForm: FieldForm where Value == Duration {
    static var partsOfASecond: Int64 { get }
    static var unit: String { get }
    /// The longest duration, in seconds.
    static var longest: Int64 { get }
}

extension DurationForm {
    /// One day.
    static var longest: Int64 { 86_400 }

    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Duration {
        let parts = try Int64.read(at: position, &coder)
        let limit = longest * partsOfASecond
        guard (0...limit).contains(parts) else {
            throw coder.badValue(at: position, "must lie between 0 and \(limit) \(unit)")
        }
        return .nanoseconds(parts * (1_000_000_000 / partsOfASecond))
    }

    static func write(_ duration: Duration, _ coder: inout BodyCoder) {
        let (seconds, attoseconds) = duration.components
        coder.writer.write(seconds &* partsOfASecond &+ attoseconds / (1_000_000_000_000_000_000 / partsOfASecond))
    }
}

/// A duration in whole seconds.
enum Seconds: DurationForm {
    static let partsOfASecond: Int64 = 1
    static let unit = "seconds"
    static let longest: Int64 = 4_000_000_000
}

/// A duration in whole milliseconds.
enum Milliseconds: DurationForm {
    static let partsOfASecond: Int64 = 1000
    static let unit = "milliseconds"
}

/// A duration in whole microseconds.
enum Microseconds: DurationForm {
    static let partsOfASecond: Int64 = 1_000_000
    static let unit = "microseconds"
}

// MARK: Numbers and texts with few values

/// A UDP port.
enum Port: FieldForm {
    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Int {
        let port = try Int.read(at: position, &coder)
        guard (1...65_535).contains(port) else { throw coder.badValue(at: position, "must lie between 1 and 65535") }
        return port
    }

    static func write(_ port: Int, _ coder: inout BodyCoder) { coder.writer.write(Int64(port)) }
}

/// A text from a fixed list.
package protocol FieldWord: FieldValue, RawRepresentable<String>, CaseIterable {}

extension FieldWord {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Self {
        let text = try String.read(at: position, &coder)
        guard let value = Self(rawValue: text) else {
            let words = allCases.map(\.rawValue).joined(separator: ", ")
            throw coder.badValue(at: position, "must be one of \(words)")
        }
        return value
    }

    package static func write(_ word: Self, _ coder: inout BodyCoder) { coder.writer.write(word.rawValue) }
}

/// A number with a meaning, from a list that may grow.
package protocol FieldNumber: FieldValue, RawRepresentable<Int>, CaseIterable {
    /// The value for unknown numbers.
    static var fallback: Self { get }
}

extension FieldNumber {
    package static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Self {
        Int(exactly: try Int64.read(at: position, &coder)).flatMap(Self.init(rawValue:)) ?? fallback
    }

    package static func write(_ number: Self, _ coder: inout BodyCoder) { coder.writer.write(Int64(number.rawValue)) }
}
