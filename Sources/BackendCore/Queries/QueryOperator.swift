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
        case .exists: return (value != nil) == (operand.boolean ?? true)
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

    /// Returns true when a list contains an element, or a text contains a part.
    private static func contains(_ value: CBOR?, _ operand: CBOR) -> Bool {
        if let items = value?.array { return items.contains { CBOR.order($0, operand) == 0 } }
        guard let text = value?.text?.utf8, let part = operand.text?.utf8 else { return false }
        guard !part.isEmpty else { return true }
        guard text.count >= part.count else { return false }
        let (bytes, wanted) = (Array(text), Array(part))
        return (0...(bytes.count - wanted.count)).contains { start in
            bytes[start..<(start + wanted.count)].elementsEqual(wanted)
        }
    }
}
