import Testing
import Wire

/// One row of RFC 8949 Appendix A, table 6.
struct Example: CustomTestStringConvertible, Sendable {
    let diagnostic: String
    let hex: String
    let item: CBOR
    /// True when the row's bytes are also the deterministic encoding.
    var isDeterministic = true

    var testDescription: String { "\(hex) = \(diagnostic)" }
}

/// RFC 8949 Appendix A. Where the table uses notation for indefinite lengths, the row here has the notation of the
/// value, and bignums (tags 2 and 3) stand as the tags that they are.
let appendixA: [Example] = wholeNumbers + floats + simpleAndTagged + strings + containers + indefiniteLengths

private let wholeNumbers: [Example] = [
    Example(diagnostic: "0", hex: "00", item: .unsigned(0)),
    Example(diagnostic: "1", hex: "01", item: .unsigned(1)),
    Example(diagnostic: "10", hex: "0a", item: .unsigned(10)),
    Example(diagnostic: "23", hex: "17", item: .unsigned(23)),
    Example(diagnostic: "24", hex: "1818", item: .unsigned(24)),
    Example(diagnostic: "25", hex: "1819", item: .unsigned(25)),
    Example(diagnostic: "100", hex: "1864", item: .unsigned(100)),
    Example(diagnostic: "1000", hex: "1903e8", item: .unsigned(1000)),
    Example(diagnostic: "1000000", hex: "1a000f4240", item: .unsigned(1_000_000)),
    Example(diagnostic: "1000000000000", hex: "1b000000e8d4a51000", item: .unsigned(1_000_000_000_000)),
    Example(diagnostic: "18446744073709551615", hex: "1bffffffffffffffff", item: .unsigned(.max)),
    Example(diagnostic: "2(h'010000000000000000')", hex: "c249010000000000000000", item: .tagged(2, bignum)),
    Example(diagnostic: "-18446744073709551616", hex: "3bffffffffffffffff", item: .negative(.max)),
    Example(diagnostic: "3(h'010000000000000000')", hex: "c349010000000000000000", item: .tagged(3, bignum)),
    Example(diagnostic: "-1", hex: "20", item: .negative(0)),
    Example(diagnostic: "-10", hex: "29", item: .negative(9)),
    Example(diagnostic: "-100", hex: "3863", item: .negative(99)),
    Example(diagnostic: "-1000", hex: "3903e7", item: .negative(999)),
]

private let bignum: CBOR = .bytes([1, 0, 0, 0, 0, 0, 0, 0, 0])

private let floats: [Example] = [
    Example(diagnostic: "0.0", hex: "f90000", item: .float(0)),
    Example(diagnostic: "-0.0", hex: "f98000", item: .float(-0.0)),
    Example(diagnostic: "1.0", hex: "f93c00", item: .float(1)),
    Example(diagnostic: "1.1", hex: "fb3ff199999999999a", item: .float(1.1)),
    Example(diagnostic: "1.5", hex: "f93e00", item: .float(1.5)),
    Example(diagnostic: "65504.0", hex: "f97bff", item: .float(65504)),
    Example(diagnostic: "100000.0", hex: "fa47c35000", item: .float(100_000)),
    Example(diagnostic: "3.4028234663852886e+38", hex: "fa7f7fffff", item: .float(3.4028234663852886e+38)),
    Example(diagnostic: "1.0e+300", hex: "fb7e37e43c8800759c", item: .float(1e300)),
    Example(diagnostic: "5.960464477539063e-8", hex: "f90001", item: .float(5.960464477539063e-8)),
    Example(diagnostic: "0.00006103515625", hex: "f90400", item: .float(0.00006103515625)),
    Example(diagnostic: "-4.0", hex: "f9c400", item: .float(-4)),
    Example(diagnostic: "-4.1", hex: "fbc010666666666666", item: .float(-4.1)),
    Example(diagnostic: "Infinity", hex: "f97c00", item: .float(.infinity)),
    Example(diagnostic: "NaN", hex: "f97e00", item: .float(.nan)),
    Example(diagnostic: "-Infinity", hex: "f9fc00", item: .float(-.infinity)),
    Example(diagnostic: "Infinity", hex: "fa7f800000", item: .float(.infinity), isDeterministic: false),
    Example(diagnostic: "NaN", hex: "fa7fc00000", item: .float(.nan), isDeterministic: false),
    Example(diagnostic: "-Infinity", hex: "faff800000", item: .float(-.infinity), isDeterministic: false),
    Example(diagnostic: "Infinity", hex: "fb7ff0000000000000", item: .float(.infinity), isDeterministic: false),
    Example(diagnostic: "NaN", hex: "fb7ff8000000000000", item: .float(.nan), isDeterministic: false),
    Example(diagnostic: "-Infinity", hex: "fbfff0000000000000", item: .float(-.infinity), isDeterministic: false),
]

private let simpleAndTagged: [Example] = [
    Example(diagnostic: "false", hex: "f4", item: false),
    Example(diagnostic: "true", hex: "f5", item: true),
    Example(diagnostic: "null", hex: "f6", item: .null),
    Example(diagnostic: "undefined", hex: "f7", item: .undefined),
    Example(diagnostic: "simple(16)", hex: "f0", item: simple(16)),
    Example(diagnostic: "simple(255)", hex: "f8ff", item: simple(255)),
    Example(
        diagnostic: #"0("2013-03-21T20:04:00Z")"#, hex: "c074323031332d30332d32315432303a30343a30305a",
        item: .tagged(0, "2013-03-21T20:04:00Z")),
    Example(diagnostic: "1(1363896240)", hex: "c11a514b67b0", item: .tagged(1, 1_363_896_240)),
    Example(diagnostic: "1(1363896240.5)", hex: "c1fb41d452d9ec200000", item: .tagged(1, 1363896240.5)),
    Example(diagnostic: "23(h'01020304')", hex: "d74401020304", item: .tagged(23, .bytes([1, 2, 3, 4]))),
    Example(
        diagnostic: "24(h'6449455446')", hex: "d818456449455446",
        item: .tagged(24, .bytes([0x64, 0x49, 0x45, 0x54, 0x46]))),
    Example(
        diagnostic: #"32("http://www.example.com")"#, hex: "d82076687474703a2f2f7777772e6578616d706c652e636f6d",
        item: .tagged(32, "http://www.example.com")),
]

private func simple(_ number: UInt8) -> CBOR {
    CBOR.SimpleValue(number).map(CBOR.simple) ?? .undefined
}

private let strings: [Example] = [
    Example(diagnostic: "h''", hex: "40", item: .bytes([])),
    Example(diagnostic: "h'01020304'", hex: "4401020304", item: .bytes([1, 2, 3, 4])),
    Example(diagnostic: #""""#, hex: "60", item: ""),
    Example(diagnostic: #""a""#, hex: "6161", item: "a"),
    Example(diagnostic: #""IETF""#, hex: "6449455446", item: "IETF"),
    Example(diagnostic: #""\"\\""#, hex: "62225c", item: "\"\\"),
    Example(diagnostic: "\"\u{FC}\"", hex: "62c3bc", item: "\u{FC}"),
    Example(diagnostic: "\"\u{6C34}\"", hex: "63e6b0b4", item: "\u{6C34}"),
    Example(diagnostic: "\"\u{10151}\"", hex: "64f0908591", item: "\u{10151}"),
]

private let oneToTwentyFive = (1...25).map(CBOR.integer)
private let oneToTwentyFiveNotation = "[\((1...25).map(String.init).joined(separator: ", "))]"

private let containers: [Example] = [
    Example(diagnostic: "[]", hex: "80", item: []),
    Example(diagnostic: "[1, 2, 3]", hex: "83010203", item: [1, 2, 3]),
    Example(diagnostic: "[1, [2, 3], [4, 5]]", hex: "8301820203820405", item: [1, [2, 3], [4, 5]]),
    Example(
        diagnostic: oneToTwentyFiveNotation,
        hex: "98190102030405060708090a0b0c0d0e0f101112131415161718181819", item: .array(oneToTwentyFive)),
    Example(diagnostic: "{}", hex: "a0", item: [:]),
    Example(diagnostic: "{1: 2, 3: 4}", hex: "a201020304", item: [1: 2, 3: 4]),
    Example(diagnostic: #"{"a": 1, "b": [2, 3]}"#, hex: "a26161016162820203", item: ["a": 1, "b": [2, 3]]),
    Example(diagnostic: #"["a", {"b": "c"}]"#, hex: "826161a161626163", item: ["a", ["b": "c"]]),
    Example(
        diagnostic: #"{"a": "A", "b": "B", "c": "C", "d": "D", "e": "E"}"#,
        hex: "a56161614161626142616361436164614461656145",
        item: ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]),
]

private let indefiniteLengths: [Example] = [
    Example(
        diagnostic: "h'0102030405'", hex: "5f42010243030405ff", item: .bytes([1, 2, 3, 4, 5]), isDeterministic: false),
    Example(diagnostic: #""streaming""#, hex: "7f657374726561646d696e67ff", item: "streaming", isDeterministic: false),
    Example(diagnostic: "[]", hex: "9fff", item: [], isDeterministic: false),
    Example(
        diagnostic: "[1, [2, 3], [4, 5]]", hex: "9f018202039f0405ffff", item: [1, [2, 3], [4, 5]],
        isDeterministic: false),
    Example(
        diagnostic: "[1, [2, 3], [4, 5]]", hex: "9f01820203820405ff", item: [1, [2, 3], [4, 5]], isDeterministic: false),
    Example(
        diagnostic: "[1, [2, 3], [4, 5]]", hex: "83018202039f0405ff", item: [1, [2, 3], [4, 5]], isDeterministic: false),
    Example(
        diagnostic: "[1, [2, 3], [4, 5]]", hex: "83019f0203ff820405", item: [1, [2, 3], [4, 5]], isDeterministic: false),
    Example(
        diagnostic: oneToTwentyFiveNotation,
        hex: "9f0102030405060708090a0b0c0d0e0f101112131415161718181819ff", item: .array(oneToTwentyFive),
        isDeterministic: false),
    Example(
        diagnostic: #"{"a": 1, "b": [2, 3]}"#, hex: "bf61610161629f0203ffff", item: ["a": 1, "b": [2, 3]],
        isDeterministic: false),
    Example(
        diagnostic: #"["a", {"b": "c"}]"#, hex: "826161bf61626163ff", item: ["a", ["b": "c"]], isDeterministic: false),
    Example(
        diagnostic: #"{"Amt": -2, "Fun": true}"#, hex: "bf6346756ef563416d7421ff", item: ["Fun": true, "Amt": -2],
        isDeterministic: false),
]
