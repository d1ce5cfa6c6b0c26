import Wire

/// The operator of a filter's comparison.
enum QueryOperator: String, CaseIterable, Sendable {
    case equal = "$eq"
    case notEqual = "$ne"
    case greater = "$gt"
    case greaterOrEqual = "$gte"
    case less = "$lt"
    case lessOrEqual = "$lte"
    case isIn = "$in"
    case exists = "$exists"
    case contains = "$contains"

    /// Returns true when the operator applies to values of a kind.
    func fits(_ kind: FieldKind) -> Bool {
        switch self {
        case .isIn, .exists: true
        case .equal, .notEqual: kind != .texts
        case .greater, .greaterOrEqual, .less, .lessOrEqual: kind != .texts && kind != .boolean
        case .contains: kind == .texts || kind == .text || kind == .anything
        }
    }

    /// Returns true when a value satisfies the operator. A missing value satisfies only inequality and absence.
    func holds(_ value: CBOR?, _ operand: CBOR) -> Bool {
        let operandOrNothing = operand == .null ? nil : operand
        switch self {
        case .equal: return CBOR.order(value, operandOrNothing) == 0
        case .notEqual: return CBOR.order(value, operandOrNothing) != 0
        case .exists: return (value != nil) == operand.boolean
        case .isIn:
            let wanted = operand.array ?? []
            return (value?.array ?? [value].compactMap(\.self)).contains { item in
                wanted.contains { CBOR.order(item, $0) == 0 }
            }
        case .contains: return Self.contains(value, operand)
        case .greater: return compare(value, operand) { $0 > 0 }
        case .greaterOrEqual: return compare(value, operand) { $0 >= 0 }
        case .less: return compare(value, operand) { $0 < 0 }
        case .lessOrEqual: return compare(value, operand) { $0 <= 0 }
        }
    }

    private func compare(_ value: CBOR?, _ operand: CBOR, _ isRight: (Int) -> Bool) -> Bool {
        guard let value, let order = CBOR.order(value, operand) else { return false }
        return isRight(order)
    }

    /// The number of values that ``holds(_:_:)`` compares. Sixteen bytes that are searched count as one.
    func comparisons(_ value: CBOR?, _ operand: CBOR) -> Int {
        let items = max(1, value?.array?.count ?? 0)
        switch self {
        case .isIn: return items * max(1, operand.array?.count ?? 0)
        case .contains: return items + ((value?.text?.utf8.count ?? 0) + (operand.text?.utf8.count ?? 0)) / 16
        default: return items
        }
    }

    /// Returns true when a list contains an element, or a text contains a part.
    private static func contains(_ value: CBOR?, _ operand: CBOR) -> Bool {
        if let items = value?.array { return items.contains { CBOR.order($0, operand) == 0 } }
        guard let text = value?.text?.utf8, let part = operand.text?.utf8 else { return false }
        return part.isEmpty || text.count >= part.count && TextSearch(Array(part)).finds(in: text)
    }
}

/// Finds a part in texts, in a time proportional to the lengths of both (Knuth, Morris and Pratt).
private struct TextSearch {
    private let part: [UInt8]
    /// For each place, the length of the longest beginning of the part that also ends there.
    private var borders: [Int]

    init(_ part: [UInt8]) {
        self.part = part
        borders = [0]
        for place in part.indices.dropFirst() { borders.append(extended(borders[place - 1], by: part[place])) }
    }

    /// Returns the length of the beginning that ends with `byte`, after one of length `length`.
    private func extended(_ length: Int, by byte: UInt8) -> Int {
        var length = length
        while length > 0, part[length] != byte { length = borders[length - 1] }
        return part[length] == byte ? length + 1 : 0
    }

    func finds(in text: String.UTF8View) -> Bool {
        var length = 0
        for byte in text {
            length = extended(length, by: byte)
            if length == part.count { return true }
        }
        return false
    }
}
