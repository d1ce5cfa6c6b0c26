package import Wire

/// Writes JSON (RFC 8259) as bytes, without intermediate values.
///
/// Commas are added automatically; the caller must close every object and array.
package struct JSONText {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package mutating func openObject() { open("{") }
    package mutating func closeObject() { close("}") }
    package mutating func openArray() { open("[") }
    package mutating func closeArray() { close("]") }

    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(quote)
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(quote)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func key(_ name: String) {
        text(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func null() { word("null") }
    package mutating func boolean(_ value: Bool) { word(value ? "true" : "false") }

    /// Writes a number; infinities and NaN, which JSON lacks, become null.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    package mutating func integer(_ value: some BinaryInteger) {
        separate()
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(UInt64(clamping: value.magnitude))
    }

    /// Writes a number as a text, as encodings do whose readers have no whole numbers of 64 bits.
    package mutating func integer(quoted value: Int64) {
        separate()
        bytes.append(quote)
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(value.magnitude)
        bytes.append(quote)
    }

    /// Writes a number as a text of sixteen hexadecimal digits.
    package mutating func hexadecimal(quoted value: UInt64) {
        separate()
        bytes.append(quote)
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
            bytes.append(hexadecimalDigit(UInt8(truncatingIfNeeded: value >> shift & 15)))
        }
        bytes.append(quote)
    }

    /// Writes nanoseconds as seconds with nine decimals, which are exact and readable.
    package mutating func seconds(nanoseconds: Int64) {
        separate()
        if nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, fraction) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        digits(whole)
        bytes.append(UInt8(ascii: "."))
        digits(fraction, atLeast: 9)
    }

    package mutating func text(_ value: String) {
        separate()
        bytes.append(quote)
        // Most texts need no escaping and are appended as a whole.
        let isPlain = value.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(Self.needsNoEscape) } ?? false
        if isPlain {
            bytes.append(contentsOf: value.utf8)
        } else {
            for byte in value.utf8 { escape(byte) }
        }
        bytes.append(quote)
    }

    /// Writes a value that is already JSON.
    package mutating func raw(_ json: some Sequence<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    /// Writes an array with an object for each element.
    package mutating func objects<Element>(_ elements: [Element], _ write: (inout JSONText, Element) -> Void) {
        openArray()
        for element in elements {
            openObject()
            write(&self, element)
            closeObject()
        }
        closeArray()
    }

    package mutating func newline() {
        bytes.append(UInt8(ascii: "\n"))
        needsComma = false
    }

    /// Writes an address in dotted decimal notation with its port, digit by digit: most lines have two of them.
    package mutating func address(_ value: SocketAddress) {
        separate()
        bytes.append(quote)
        for shift: UInt32 in [24, 16, 8, 0] {
            digits(UInt64(value.host.value >> shift & 0xFF))
            bytes.append(shift == 0 ? UInt8(ascii: ":") : UInt8(ascii: "."))
        }
        digits(UInt64(value.port))
        bytes.append(quote)
    }

    /// Removes and returns the bytes.
    package mutating func takeBytes() -> [UInt8] {
        defer { self = JSONText() }
        return bytes
    }

    package init(continuing bytes: consuming [UInt8] = []) {
        self.bytes = bytes
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func word(_ value: StaticString) {
        separate()
        value.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    @inline(__always)
    private static func needsNoEscape(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != quote && byte != UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case quote, UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case UInt8(ascii: "\n"):
            bytes.append(contentsOf: "\\n".utf8)
        case UInt8(ascii: "\t"):
            bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(hexadecimalDigit(byte >> 4))
            bytes.append(hexadecimalDigit(byte & 15))
        default:
            bytes.append(byte)
        }
    }

    private mutating func digits(_ value: UInt64, atLeast width: Int = 1) {
        let start = bytes.count
        var rest = value
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0 || bytes.count < start + width
        // The last digit came first.
        var (low, high) = (start, bytes.count - 1)
        while low < high {
            bytes.swapAt(low, high)
            (low, high) = (low + 1, high - 1)
        }
    }
}

private let quote = UInt8(ascii: "\"")

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
