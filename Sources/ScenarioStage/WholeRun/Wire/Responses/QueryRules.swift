import Wire

/// Decides if the body of a query is one that wire.md describes.
struct QueryRules {
    enum Verdict {
        case right
        case wrong(String)
        /// The documents leave it open, or a limit of the servers may apply.
        case open
    }

    private static let limits: ClosedRange<Int64> = 1...100
    /// The comparisons up to which no limit of a server applies.
    private static let fewComparisons = 20
    private static let fewFields = 4
    private static let operators: Set<String> = [
        "$eq", "$ne", "$gt", "$gte", "$lt", "$lte", "$in", "$contains", "$exists",
    ]

    private let fields: QueryFields
    private var comparisons = 0
    private var isOpen = false
    private var wrong: String?

    private init(fields: QueryFields) {
        self.fields = fields
    }

    static func verdict(on request: CBOR.Map, _ fields: QueryFields) -> Verdict {
        var terms = QueryRules(fields: fields)
        terms.read(request["filter"]?.map ?? [:], depth: 1)
        for entry in (request["sort"]?.array ?? []).compactMap(\.map) { terms.read(sort: entry) }
        if let limit = request["limit"]?.integer, !limits.contains(limit) { terms.refuse("its limit is \(limit)") }
        if let wrong = terms.wrong { return .wrong(wrong) }
        let isPage = request["next"] != nil || request["prev"] != nil
        let isLong = terms.comparisons > fewComparisons || (request["sort"]?.array?.count ?? 0) > fewFields
        return isPage || isLong || terms.isOpen ? .open : .right
    }

    private mutating func refuse(_ text: String) {
        if wrong == nil { wrong = text }
    }

    private mutating func read(sort entry: CBOR.Map) {
        let name = entry["field"]?.text ?? ""
        guard let kind = fields.kind(of: name), kind != .list else { return refuse("it cannot be sorted by \(name)") }
        if ![1, -1].contains(entry["direction"]?.integer) { refuse("its direction is neither 1 nor -1") }
    }

    private mutating func read(_ filter: CBOR.Map, depth: Int) {
        for (key, value) in filter {
            let name = key.text ?? ""
            if name == "$and" || name == "$or" {
                read(list: value, name, depth)
            } else if let kind = fields.kind(of: name) {
                read(value, of: name, kind)
            } else {
                refuse("\(name) names no field")
            }
        }
    }

    private mutating func read(list: CBOR, _ name: String, _ depth: Int) {
        guard let parts = list.array else { return refuse("\(name) has no list") }
        if parts.isEmpty || depth > Self.fewFields { isOpen = true }
        for part in parts {
            guard let map = part.map else { return refuse("\(name) has something other than maps") }
            read(map, depth: depth + 1)
        }
    }

    private mutating func read(_ value: CBOR, of name: String, _ kind: QueryFields.Kind) {
        guard let operators = value.map else { return compare("$eq", value, name, kind) }
        if operators.isEmpty { isOpen = true }
        for (key, operand) in operators {
            let comparison = key.text ?? ""
            guard Self.operators.contains(comparison) else { return refuse("\(comparison) is not an operator") }
            compare(comparison, operand, name, kind)
        }
    }

    private mutating func compare(_ comparison: String, _ operand: CBOR, _ name: String, _ kind: QueryFields.Kind) {
        comparisons += 1
        switch comparison {
        case "$exists": if operand.boolean == nil { refuse("$exists of \(name) is neither true nor false") }
        case "$in":
            guard let items = operand.array else { return refuse("$in of \(name) has no list") }
            comparisons += items.count
            for item in items { take(item, name, kind) }
        case "$eq", "$ne":
            if kind == .list { isOpen = true }
            if operand != .null { take(operand, name, kind) }
        case "$contains":
            take(operand, name, kind)
            if kind != .list && kind != .text { isOpen = true }
        default:
            if kind == .list || kind == .flag || operand.boolean != nil { isOpen = true }
            take(operand, name, kind)
        }
    }

    /// Takes an operand, which is of the kind of the field.
    private mutating func take(_ operand: CBOR, _ name: String, _ kind: QueryFields.Kind) {
        let isRight =
            switch kind {
            case .text, .list: operand.text != nil
            case .date: operand.integer != nil
            case .number: operand.integer != nil || operand.double != nil
            case .flag: operand.boolean != nil
            case .custom: QueryOrder.rank(operand) != nil
            }
        if !isRight { refuse("\(operand.diagnostic.prefix(100)) is not a value of \(name)") }
    }
}
