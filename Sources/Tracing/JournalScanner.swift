internal import Journal
internal import Timing
internal import Wire

/// Reads the lines that most of a long journal consists of, in the form in which the journal is written.
///
/// A line of another kind or form is nil here, and is read as JSON, which takes several times as long.
struct JournalScanner {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the entry whose line begins at the offset, and the offset behind the line.
    mutating func entry(at start: Int) -> (entry: JournalEntry, end: Int)? {
        offset = start
        guard take("{\"number\":"), let number = integer(), take(",\"time\":"), let time = instant(),
            take(",\"kind\":\""), let event = event(), take("}"), offset == bytes.count || take("\n")
        else { return nil }
        return (JournalEntry(number: number, time: time, event: event), offset)
    }

    private mutating func event() -> JournalEvent? {
        if take("datagram\"") { return datagram().map { .datagram($0) } }
        if take("timer\"") { return timer().map { .timer($0) } }
        if take("log\"") { return log().map { .log($0) } }
        return nil
    }

    private mutating func datagram() -> JournalEvent.Datagram? {
        let number = take(",\"datagram\":") ? integer() : nil
        guard take(",\"from\":\""), let from = address(), take("\",\"to\":\""), let to = address(),
            take("\",\"byteCount\":"), let count = integer(), take(",\"fate\":\""), let fate = fate()
        else { return nil }
        let summary = take(",\"summary\":\"") ? text() : nil
        return JournalEvent.Datagram(
            number: number, from: from, to: to, byteCount: count, fate: fate, summary: summary)
    }

    private mutating func fate() -> JournalEvent.Datagram.Fate? {
        if take("sent\"") { return .sent }
        return take("received\"") ? .received : nil
    }

    private mutating func timer() -> JournalEvent.Timer? {
        guard take(",\"owner\":\""), let owner = text(), take(",\"label\":\""), let label = text(), let phase = phase()
        else { return nil }
        let armed = take(",\"armed\":") ? instant() : nil
        return JournalEvent.Timer(owner: owner, label: label, phase: phase, armed: armed)
    }

    private mutating func phase() -> JournalEvent.Timer.Phase? {
        if take(",\"phase\":\"fired\"") { return .fired }
        if take(",\"phase\":\"cancelled\"") { return .cancelled }
        return take(",\"phase\":\"armed\",\"until\":") ? instant().map { .armed(until: $0) } : nil
    }

    private mutating func log() -> JournalEvent.Log? {
        let source = take(",\"source\":\"") ? text() : nil
        guard take(",\"name\":\""), let name = text() else { return nil }
        return JournalEvent.Log(source: source, name: name, attributes: [])
    }
}

extension JournalScanner {
    /// Consumes the words if they are next.
    private mutating func take(_ words: StaticString) -> Bool {
        let count = words.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        let areNext = words.withUTF8Buffer { wanted in
            var place = offset
            for byte in wanted {
                guard bytes[place] == byte else { return false }
                place += 1
            }
            return true
        }
        if areNext { offset += count }
        return areNext
    }

    /// Consumes a number without a sign, of at most so many digits.
    private mutating func digits(atMost most: Int) -> (value: Int, count: Int)? {
        var (value, count) = (0, 0)
        while offset < bytes.count, case let digit = Int(bytes[offset]) - 0x30, (0...9).contains(digit) {
            guard count < most else { return nil }
            value = value * 10 + digit
            count += 1
            offset += 1
        }
        return count > 0 ? (value, count) : nil
    }

    private mutating func integer() -> Int? { digits(atMost: 15)?.value }

    /// Consumes seconds with nine decimals.
    private mutating func instant() -> Instant? {
        guard let seconds = digits(atMost: 9)?.value, take("."), let rest = digits(atMost: 9), rest.count == 9 else {
            return nil
        }
        return Instant(nanoseconds: Int64(seconds * 1_000_000_000 + rest.value))
    }

    private mutating func address() -> SocketAddress? {
        var host: UInt32 = 0
        for place in 0..<4 {
            guard place == 0 || take("."), let octet = digits(atMost: 3)?.value, octet <= UInt8.max else { return nil }
            host = host << 8 | UInt32(octet)
        }
        guard take(":"), let port = digits(atMost: 5)?.value, let port = UInt16(exactly: port) else { return nil }
        return SocketAddress(host: HostAddress(value: host), port: port)
    }

    /// Consumes a text and its closing quote; nil for a text with an escape or a character beyond ASCII.
    private mutating func text() -> String? {
        let start = offset
        while offset < bytes.count, case let byte = bytes[offset], byte != UInt8(ascii: "\"") {
            guard (0x20..<0x80).contains(byte), byte != UInt8(ascii: "\\") else { return nil }
            offset += 1
        }
        guard offset < bytes.count else { return nil }
        offset += 1
        return String(decoding: bytes[start..<offset - 1], as: UTF8.self)
    }
}
