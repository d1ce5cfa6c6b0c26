import Signaling
import Wire

/// A condition on records, decoded from a request's `filter`: a map from fields to values or operators.
///
/// All entries of a map must hold. `$and` and `$or` replace a field name and have a list of such maps.
indirect enum Filter<Record>: Sendable {
    case all([Filter])
    case any([Filter])
    case condition(QueryField<Record>, QueryOperator, CBOR)

    func matches(_ record: Record, _ work: inout QueryWork) -> Bool {
        switch self {
        case .all(let filters): return filters.allSatisfy { $0.matches(record, &work) }
        case .any(let filters): return filters.contains { $0.matches(record, &work) }
        case .condition(let field, let comparison, let operand):
            guard !work.isTooMuch else { return false }
            let value = field.read(record)
            return work.take(comparison.comparisons(value, operand)) && comparison.holds(value, operand)
        }
    }
}

/// Decodes filters. Errors name the full path of the invalid part.
struct FilterReader<Record> {
    let schema: QuerySchema<Record>
    private var conditions = 0

    /// The maximum number of comparisons in a filter.
    private static var maxConditions: Int { 100 }
    /// The maximum nesting of `$and` and `$or`.
    private static var deepest: Int { 8 }

    init(_ schema: QuerySchema<Record>) {
        self.schema = schema
    }

    /// Decodes the filter at `path`.
    mutating func read(_ map: CBOR.Map, path: String, depth: Int = 0) throws(APIError) -> Filter<Record> {
        guard depth < Self.deepest else { throw .badField(path, "is nested deeper than \(Self.deepest) levels") }
        var filters: [Filter<Record>] = []
        for (key, value) in map {
            guard let name = key.text else { throw .badField(path, "must have texts as keys") }
            filters.append(try entry(name, value, path: "\(path).\(name)", depth))
        }
        return .all(filters)
    }

    private mutating func entry(
        _ name: String, _ value: CBOR, path: String, _ depth: Int
    ) throws(APIError) -> Filter<Record> {
        switch name {
        case "$and": return .all(try list(value, path, depth))
        case "$or": return .any(try list(value, path, depth))
        default: break
        }
        guard let field = schema.field(name) else {
            throw APIError(
                .inputError, "\(path) names no field", advice: "known are \(schema.names.joined(separator: ", "))")
        }
        guard let operators = value.map else {
            return try condition(field, .equal, value, path: path)
        }
        guard !operators.isEmpty else { throw .badField(path, "holds no operator") }
        var filters: [Filter<Record>] = []
        for (key, operand) in operators {
            guard let name = key.text, let comparison = QueryOperator(rawValue: name) else {
                let known = QueryOperator.allCases.map(\.rawValue).joined(separator: ", ")
                throw APIError(
                    .inputError, "\(path).\(key.text ?? key.diagnostic) is not an operator",
                    advice: "known are \(known)")
            }
            filters.append(try condition(field, comparison, operand, path: "\(path).\(name)"))
        }
        return .all(filters)
    }

    private mutating func list(_ value: CBOR, _ path: String, _ depth: Int) throws(APIError) -> [Filter<Record>] {
        guard let items = value.array, !items.isEmpty else { throw .badField(path, "must be a list of filters") }
        var filters: [Filter<Record>] = []
        for (index, item) in items.enumerated() {
            let place = "\(path)[\(index)]"
            guard let map = item.map else { throw .badField(place, "must be a map") }
            filters.append(try read(map, path: place, depth: depth + 1))
        }
        return filters
    }

    private mutating func condition(
        _ field: QueryField<Record>, _ comparison: QueryOperator, _ operand: CBOR, path: String
    ) throws(APIError) -> Filter<Record> {
        conditions += 1
        guard conditions <= Self.maxConditions else {
            throw .badField(path, "is one comparison more than \(Self.maxConditions)")
        }
        guard comparison.fits(field.kind) else {
            let known = QueryOperator.allCases.filter { $0.fits(field.kind) }.map(\.rawValue).joined(separator: ", ")
            throw APIError(
                .inputError, "\(path): \(field.name) cannot be compared by \(comparison.rawValue)",
                advice: "it takes \(known)")
        }
        if let expected = expectation(field, comparison, operand) { throw .badField(path, "must be \(expected)") }
        return .condition(field, comparison, operand)
    }

    /// Returns the expected operand; nil when the operand is valid.
    private func expectation(_ field: QueryField<Record>, _ comparison: QueryOperator, _ operand: CBOR) -> String? {
        switch comparison {
        case .exists:
            return operand.boolean == nil ? "true or false" : nil
        case .isIn:
            guard let items = operand.array, items.allSatisfy(field.kind.takes) else {
                return "a list whose items are each \(field.kind.expected)"
            }
            return items.count <= Self.maxConditions ? nil : "a list of at most \(Self.maxConditions) items"
        case .equal, .notEqual:
            return operand == .null || field.kind.takes(operand) ? nil : "\(field.kind.expected), or null"
        case .contains, .greater, .greaterOrEqual, .less, .lessOrEqual:
            return field.kind.takes(operand) ? nil : field.kind.expected
        }
    }
}
