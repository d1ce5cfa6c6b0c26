import Signaling
import Wire

/// Sorts records and divides them into pages.
///
/// A cursor is the position of a record and not its index, so added or removed records do not shift pages.
struct Pager<Record> {
    /// A page of a query's result.
    struct Page {
        let records: [Record]
        let next: String?
        let prev: String?
    }

    private struct Key {
        let read: @Sendable (Record) -> CBOR?
        let isAscending: Bool
    }

    /// A record at its position.
    private struct Positioned {
        let position: Position
        let record: Record
    }

    /// A position in the order: the sorted values of a record, and its key.
    private struct Position {
        let values: [CBOR?]
        let key: String
    }

    /// The default number of records per page.
    private static var defaultLimit: Int { 25 }
    /// The maximum number of records per page.
    private static var largestLimit: Int { 100 }
    /// The maximum number of fields that a query may sort by.
    static var maxSortFields: Int { 8 }
    /// The maximum size of a cursor in bytes. The longest has all custom data, a team and a user's id, in two digits a byte.
    static var longestCursor: Int { 32_768 }

    private let schema: QuerySchema<Record>
    private let keys: [Key]
    /// A hash that distinguishes the cursors of different queries.
    private let fingerprint: Int64

    init(_ schema: QuerySchema<Record>, _ terms: QueryTerms) throws(APIError) {
        self.schema = schema
        guard terms.sort.count <= Self.maxSortFields else {
            throw .badField("sort", "may have \(Self.maxSortFields) fields at most, and has \(terms.sort.count)")
        }
        var keys: [Key] = []
        var names: Set<String> = []
        for (index, param) in terms.sort.enumerated() {
            guard let field = schema.field(param.field), field.isSortable else {
                let known = schema.fields.filter(\.isSortable).map(\.name) + (schema.custom == nil ? [] : ["custom.…"])
                throw APIError(
                    .inputError, "sort[\(index)].field names no field to sort by: \(param.field)",
                    advice: "known are \(known.joined(separator: ", "))")
            }
            guard [1, -1].contains(param.direction) else {
                throw .badField("sort[\(index)].direction", "must be 1 or -1")
            }
            // A field decides nothing more when it is named again.
            guard names.insert(param.field).inserted else { continue }
            keys.append(Key(read: field.read, isAscending: param.direction == 1))
        }
        self.keys = keys
        fingerprint = Self.fingerprint(CBOR.map(terms.filter).encoded() + terms.sort.flatMap { $0.encoded() })
    }

    /// Returns the records of one page, in order.
    func page(of records: [Record], _ request: QueryTerms) throws(APIError) -> Page {
        let limit = request.limit ?? Self.defaultLimit
        guard (1...Self.largestLimit).contains(limit) else {
            throw .badField("limit", "must lie between 1 and \(Self.largestLimit)")
        }
        guard request.next == nil || request.prev == nil else {
            throw .badField("next", "and prev cannot be asked for together")
        }
        let all = records.map { Positioned(position: position(of: $0), record: $0) }
        if let prev = request.prev {
            let cursor = try position(prev, "prev")
            let before = all.filter { isBefore($0.position, cursor) }
            let shown = Array(Self.first(limit, of: before) { isBefore($1, $0) }.reversed())
            return page(shown, follows: shown.count < before.count, precedes: before.count < all.count)
        }
        let cursor = try request.next.map { text throws(APIError) in try position(text, "next") }
        let after = cursor.map { cursor in all.filter { isBefore(cursor, $0.position) } } ?? all
        let shown = Self.first(limit, of: after, isBefore)
        return page(shown, follows: after.count < all.count, precedes: shown.count < after.count)
    }

    /// - Parameters:
    ///   - follows: True when there are records before those of the page.
    ///   - precedes: True when there are records after those of the page.
    private func page(_ shown: [Positioned], follows: Bool, precedes: Bool) -> Page {
        Page(
            records: shown.map(\.record), next: precedes ? shown.last.map { cursor($0.position) } : nil,
            prev: follows ? shown.first.map { cursor($0.position) } : nil)
    }

    /// Returns the first records in order. Most of the others cost one comparison each.
    private static func first(
        _ limit: Int, of records: [Positioned], _ isBefore: (Position, Position) -> Bool
    ) -> [Positioned] {
        var first: [Positioned] = []
        for record in records {
            if first.count == limit, let last = first.last, !isBefore(record.position, last.position) { continue }
            var range = 0..<first.count
            while !range.isEmpty {
                let middle = (range.lowerBound + range.upperBound) / 2
                let isLater = !isBefore(record.position, first[middle].position)
                range = isLater ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
            }
            first.insert(record, at: range.lowerBound)
            if first.count > limit { first.removeLast() }
        }
        return first
    }

    // MARK: Order

    private func position(of record: Record) -> Position {
        Position(values: keys.map { $0.read(record) }, key: schema.key(record))
    }

    private func isBefore(_ one: Position, _ other: Position) -> Bool {
        for (key, values) in zip(keys, zip(one.values, other.values)) {
            let order = CBOR.order(values.0, values.1) ?? CBOR.kindOrder(values.0, values.1)
            if order != 0 { return key.isAscending ? order < 0 : order > 0 }
        }
        return one.key < other.key
    }

    // MARK: Cursors

    private func cursor(_ position: Position) -> String {
        let values = position.values.map { $0 ?? .null }
        let bytes = CBOR.array([.integer(fingerprint), .array(values), .text(position.key)]).encoded()
        return bytes.hexadecimal
    }

    private func position(_ text: String, _ field: String) throws(APIError) -> Position {
        guard text.utf8.count <= Self.longestCursor, let bytes = [UInt8](hexadecimal: text),
            let parts = (try? CBOR(decoding: bytes))?.array, parts.count == 3,
            parts[0].integer == fingerprint, let values = parts[1].array, values.count == keys.count,
            let key = parts[2].text
        else {
            throw APIError(
                .inputError, "\(field) is not a cursor of this query",
                advice: "send filter and sort as in the request that it came from")
        }
        return Position(values: values.map { $0 == .null ? nil : $0 }, key: key)
    }

    /// Returns the FNV-1a hash of the bytes.
    private static func fingerprint(_ bytes: [UInt8]) -> Int64 {
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return Int64(bitPattern: hash)
    }
}
