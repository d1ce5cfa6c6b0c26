import Wire

/// The filter of a query by wire.md. The code is independent of the servers', which it checks.
struct QueryFilter {
    let fields: QueryFields

    /// Returns true when an item satisfies a filter, and nil when the documents leave that open.
    ///
    /// - Parameter read: Returns the value of a field, which is nil where there is none; nil for an unknown value.
    func matches(_ filter: CBOR.Map, reading read: (String) -> CBOR??) -> Bool? {
        all(of: filter.map { key, value in entry(key.text ?? "", value, read) })
    }

    private func entry(_ name: String, _ value: CBOR, _ read: (String) -> CBOR??) -> Bool? {
        switch name {
        case "$and": return all(of: parts(value).map { matches($0, reading: read) })
        case "$or":
            let parts = parts(value).map { matches($0, reading: read) }
            return parts.contains(true) ? true : parts.contains(nil) ? nil : false
        default: break
        }
        guard fields.kind(of: name) != nil, let shown = read(name) else { return nil }
        guard let operators = value.map else { return Self.holds("$eq", shown, value) }
        return all(of: operators.map { Self.holds($0.key.text ?? "", shown, $0.value) })
    }

    private func parts(_ value: CBOR) -> [CBOR.Map] { (value.array ?? []).map { $0.map ?? [:] } }

    private func all(of results: [Bool?]) -> Bool? {
        results.contains(false) ? false : results.contains(nil) ? nil : true
    }

    // MARK: Operators

    private static func holds(_ name: String, _ value: CBOR?, _ operand: CBOR) -> Bool? {
        switch name {
        case "$eq": return isEqual(value, operand)
        case "$ne": return isEqual(value, operand).map { !$0 }
        case "$exists": return operand.boolean.map { (value != nil) == $0 }
        case "$in": return isIn(value, operand.array ?? [])
        case "$contains": return contains(value, operand)
        case "$gt": return compares(value, operand) { $0 > 0 }
        case "$gte": return compares(value, operand) { $0 >= 0 }
        case "$lt": return compares(value, operand) { $0 < 0 }
        case "$lte": return compares(value, operand) { $0 <= 0 }
        default: return nil
        }
    }

    private static func isEqual(_ value: CBOR?, _ operand: CBOR) -> Bool? {
        guard let value else { return operand == .null }
        guard QueryOrder.rank(value) != nil, operand != .null else { return operand == .null ? false : nil }
        return QueryOrder.compare(value, operand).map { $0 == 0 } ?? false
    }

    private static func isIn(_ value: CBOR?, _ items: [CBOR]) -> Bool? {
        guard let value else { return items.contains(.null) ? nil : false }
        let results = (value.array ?? [value]).flatMap { one in items.map { isEqual(one, $0) } }
        return results.contains(true) ? true : results.contains(nil) ? nil : false
    }

    private static func contains(_ value: CBOR?, _ operand: CBOR) -> Bool? {
        guard let value else { return false }
        if value.array != nil { return isIn(value, [operand]) }
        guard let text = value.text, let part = operand.text else { return QueryOrder.rank(value) == nil ? nil : false }
        let (all, some) = (Array(text.utf8), Array(part.utf8))
        return some.isEmpty || all.indices.contains { all[$0...].starts(with: some) }
    }

    /// Compares a number with a number, or a text with a text.
    private static func compares(_ value: CBOR?, _ operand: CBOR, _ isRight: (Int) -> Bool) -> Bool? {
        guard let value else { return false }
        guard let rank = QueryOrder.rank(value), rank > 1, operand.boolean == nil else { return nil }
        return QueryOrder.compare(value, operand).map(isRight) ?? false
    }
}

/// The order of values: absent ones, booleans, numbers, texts (wire.md, "Queries").
enum QueryOrder {
    /// Returns the place of a value's kind in the order; nil for another kind.
    static func rank(_ value: CBOR?) -> Int? {
        guard let value else { return 0 }
        if value.boolean != nil { return 1 }
        if value.integer != nil || value.double != nil { return 2 }
        return value.text == nil ? nil : 3
    }

    /// Returns the order of two values of one kind; nil for values of different ones.
    static func compare(_ one: CBOR, _ other: CBOR) -> Int? {
        if let one = one.text, let other = other.text { return order(one, other) }
        if let one = one.boolean, let other = other.boolean { return order(one ? 1 : 0, other ? 1 : 0) }
        if let one = one.integer, let other = other.integer { return order(one, other) }
        guard let one = number(one), let other = number(other), !one.isNaN, !other.isNaN else { return nil }
        return order(one, other)
    }

    private static func number(_ value: CBOR) -> Double? { value.double ?? value.integer.map(Double.init) }

    private static func order<Value: Comparable>(_ one: Value, _ other: Value) -> Int {
        one < other ? -1 : one == other ? 0 : 1
    }

    /// Returns the order of two items by the fields of a sort, and by their key; nil when the documents leave it open.
    static func compare(_ one: CBOR.Map, _ other: CBOR.Map, by sort: [CBOR.Map], _ fields: QueryFields) -> Int? {
        for entry in sort {
            let name = entry["field"]?.text ?? ""
            let (mine, its) = (fields.value(of: name, in: one), fields.value(of: name, in: other))
            guard let rank = rank(mine), let otherRank = self.rank(its) else { return nil }
            var result = self.order(rank, otherRank)
            if result == 0, let mine, let its {
                guard let order = compare(mine, its) else { return nil }
                result = order
            }
            if result != 0 { return entry["direction"]?.integer == 1 ? result : -result }
        }
        guard let mine = fields.value(of: fields.key, in: one), let its = fields.value(of: fields.key, in: other) else {
            return nil
        }
        return compare(mine, its)
    }
}
