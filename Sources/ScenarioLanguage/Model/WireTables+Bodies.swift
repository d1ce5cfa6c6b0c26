/// The forms that the body of a chosen packet may have.
extension WireTables {
    /// Returns the forms of the bodies of the packets that a filter chooses; empty when none is known.
    func bodies(of filter: PacketFilter, isName: @escaping (Substring) -> Bool) -> [Shape] {
        guard !filter.tests("event") || filter.admits("event", .none) else { return events(filter) }
        let routes = routes.values.joined().filter { filter.admits($0, isName: isName) }
        guard !routes.isEmpty else { return [] }
        let mayBeRequest = filter.admits("status", .none)
        let mayBeResponse = filter.admits("method", .none)
        let statuses = Words.statuses.all.filter { filter.admits("status", .text($0)) }
        var names: Set<String> = []
        if mayBeRequest { names.formUnion(routes.flatMap(\.request)) }
        if mayBeResponse, statuses.contains(where: { $0.hasPrefix("2") }) {
            names.formUnion(routes.flatMap(\.response))
        }
        if mayBeResponse, statuses.contains(where: { !$0.hasPrefix("2") }) { names.insert("api-error") }
        if names.contains("event-batch") { names.insert("coordinator-event") }
        if names.contains("sfu-event-batch") { names.insert("sfu-event") }
        return names.sorted().map { .part($0) }
    }

    /// Returns the forms of the events that a filter chooses, and those of their batches.
    private func events(_ filter: PacketFilter) -> [Shape] {
        func chosen(_ events: [String: Part], _ batch: String) -> [Shape] {
            let types = events.keys.filter { filter.admits("event", .text($0)) }.sorted()
            return types.isEmpty ? [] : types.map { .part($0) } + [.part(batch)]
        }
        return chosen(coordinatorEvents, "event-batch") + chosen(sfuEvents, "sfu-event-batch")
    }

    /// Returns the fields of a part or an event.
    func fields(of name: String) -> [Part] {
        switch name {
        case "coordinator-event": Array(coordinatorEvents.values)
        case "sfu-event": Array(sfuEvents.values)
        default: [parts[name] ?? coordinatorEvents[name] ?? sfuEvents[name] ?? .empty]
        }
    }

    /// The forms at the end of a path in a body.
    enum Reached {
        /// One of these forms.
        case forms([Shape])
        /// The content of an application, whose names are unknown here.
        case open
        /// The key with this index does not exist where these do.
        case deadEnd(Int, known: [String])
    }

    /// Follows the keys of a path from the forms of a body.
    func reach(_ keys: [String], from forms: [Shape]) -> Reached {
        var current = forms
        for (index, key) in keys.enumerated() {
            if current.contains(where: { $0.isOpen(beforeLast: index < keys.count - 1) }) { return .open }
            let next = current.flatMap { step(key, in: $0) }
            guard !next.isEmpty else { return .deadEnd(index, known: Set(current.flatMap(names)).sorted()) }
            current = next
        }
        return .forms(current)
    }

    private func step(_ key: String, in shape: Shape) -> [Shape] {
        switch shape {
        case .part(let name), .someOf(let name): fields(of: name).compactMap { $0.fields[key]?.shape }
        case .dictionary(let inner): [inner]
        case .list(let inner): Int(key) == nil ? step(key, in: inner).map { .list($0) } : [inner]
        default: []
        }
    }

    /// Returns the names of a form's parts.
    private func names(_ shape: Shape) -> [String] {
        switch shape {
        case .part(let name), .someOf(let name): fields(of: name).flatMap(\.fields.keys)
        case .list(let inner): names(inner)
        default: []
        }
    }
}

extension WireTables.Shape {
    /// True for the content of an application. The names in a mapping may have dots, so that a longer path is open too.
    fileprivate func isOpen(beforeLast: Bool) -> Bool {
        switch self {
        case .map: true
        case .list(let inner): inner.isOpen(beforeLast: beforeLast)
        case .dictionary: beforeLast
        default: false
        }
    }
}

extension PacketFilter {
    /// True when the filter tests the field.
    func tests(_ field: String) -> Bool { fields.contains { $0.spec.name == field } }

    /// Returns true when no test of the field contradicts the value.
    func admits(_ field: String, _ value: Value) -> Bool {
        fields.allSatisfy { $0.spec.name != field || $0.comparison.isMet(by: value) }
    }

    /// Returns true when a request on the route, or its response, may match.
    func admits(_ route: WireTables.Route, isName: @escaping (Substring) -> Bool) -> Bool {
        let method = Value.text(String(route.method))
        guard admits("method", method) || admits("method", .none) else { return false }
        return fields.allSatisfy { test in
            test.spec.type != .path || test.comparison.mayMatch(route, isName: isName)
        }
    }
}

extension Comparison {
    /// Returns true when a path of the route may meet the condition.
    fileprivate func mayMatch(_ route: WireTables.Route, isName: @escaping (Substring) -> Bool) -> Bool {
        switch self {
        case .matches(let pattern): PathPattern(pattern, isName: isName).mayMatch(route)
        case .oneOf(let alternatives): alternatives.contains { $0.mayMatch(route, isName: isName) }
        case .all(let comparisons): comparisons.allSatisfy { $0.mayMatch(route, isName: isName) }
        case .equal(let value): value != .none
        default: true
        }
    }
}
