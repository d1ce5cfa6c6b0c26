import Journal
import Wire

/// Checks that the results of queries are what was requested: items that satisfy the filter, in the order of the sort,
/// no more than a page has, and none of a page before (wire.md, "Queries").
struct QueryWatch {
    /// The position between two items at which another page begins.
    private struct Place {
        let item: CBOR.Map
        let filter: CBOR?
        let sort: CBOR?
    }

    private struct Cursor: Hashable {
        let list: String
        let text: String
    }

    private static let usualLimit = 25
    private var places: [Cursor: Place] = [:]

    /// Processes the page in the response to a query; returns its violation.
    mutating func violation(of page: CBOR.Map, to requestFacts: RequestFacts) -> String? {
        guard let fields = QueryFields(of: requestFacts.action), let request = requestFacts.body else { return nil }
        let items = (page[fields.list]?.array ?? []).compactMap(\.map)
        defer { note(page, items, request, fields) }
        if case .wrong(let text) = QueryRules.verdict(on: request, fields) {
            return "it grants a query although \(text)"
        }
        if let text = Self.violation(ofCount: items.count, page, request) { return text }
        let filter = QueryFilter(fields: fields)
        let terms = request["filter"]?.map ?? [:]
        for item in items where filter.matches(terms, reading: { .some(fields.value(of: $0, in: item)) }) == false {
            return "it finds \(Self.name(item, fields)), which does not satisfy the filter"
        }
        return violation(ofOrder: items, request, fields)
    }

    /// Returns the violation of a refusal of a query's body.
    static func violation(ofRefusal code: Int64?, of requestFacts: RequestFacts) -> String? {
        guard code == 4, let fields = QueryFields(of: requestFacts.action), let request = requestFacts.body else {
            return nil
        }
        guard case .right = QueryRules.verdict(on: request, fields) else { return nil }
        return "it refuses the body of a query in which nothing is wrong"
    }

    private static func name(_ item: CBOR.Map, _ fields: QueryFields) -> String {
        fields.value(of: fields.key, in: item)?.text ?? "an item"
    }

    private static func violation(ofCount count: Int, _ page: CBOR.Map, _ request: CBOR.Map) -> String? {
        let limit = request["limit"]?.integer.map(Int.init) ?? usualLimit
        guard count <= limit else { return "its page has \(count.counted("item")), and \(limit) were requested" }
        // Only a full page has another one beside it in the direction of reading.
        let further = request["prev"] == nil ? "next" : "prev"
        guard page[further] != nil, count < limit else { return nil }
        return "its page has \(count.counted("item")) of \(limit), and a cursor of another page"
    }

    private func violation(ofOrder items: [CBOR.Map], _ request: CBOR.Map, _ fields: QueryFields) -> String? {
        let sort = (request["sort"]?.array ?? []).compactMap(\.map)
        var ordered = items
        var names = items.map { Self.name($0, fields) }
        if let place = place(request["next"], request, fields) {
            ordered.insert(place.item, at: 0)
            names.insert("\(Self.name(place.item, fields)) of the page before", at: 0)
        } else if let place = place(request["prev"], request, fields) {
            ordered.append(place.item)
            names.append("\(Self.name(place.item, fields)) of the page after")
        }
        for index in ordered.indices.dropFirst() {
            guard let order = QueryOrder.compare(ordered[index - 1], ordered[index], by: sort, fields) else { continue }
            if order >= 0 { return "it has \(names[index]) after \(names[index - 1]), and the sort has it before" }
        }
        return nil
    }

    // MARK: Pages

    private func place(_ cursor: CBOR?, _ request: CBOR.Map, _ fields: QueryFields) -> Place? {
        guard let text = cursor?.text, let place = places[Cursor(list: fields.list, text: text)],
            place.filter == request["filter"], place.sort == request["sort"]
        else { return nil }
        return place
    }

    private mutating func note(_ page: CBOR.Map, _ items: [CBOR.Map], _ request: CBOR.Map, _ fields: QueryFields) {
        for (name, item) in [("next", items.last), ("prev", items.first)] {
            guard let text = page[name]?.text, let item else { continue }
            let place = Place(item: item, filter: request["filter"], sort: request["sort"])
            places[Cursor(list: fields.list, text: text)] = place
        }
    }
}
