import Timing
import Wire

/// The names and types of fields, by the tables of wire.md. Client and server share one coder, so neither would notice a
/// misspelt name or another type.
struct BodyShapes {
    /// The type of a field.
    indirect enum Shape: Sendable {
        case text
        /// A text with at least one character.
        case name
        /// A type and an id with a colon between them.
        case cid
        case flag
        case integer
        case count
        case port
        /// A number of 32 bits.
        case source
        case number
        case bytes
        case date
        /// A map with contents of an application.
        case map
        case range(ClosedRange<UInt64>)
        case oneOf([String])
        case list(Shape)
        /// A map from texts to values of one type.
        case dictionary(Shape)
        case part(String)
        /// A part of which any field may be absent.
        case someOf(String)
    }

    struct Field: Sendable {
        let name: String
        let isOptional: Bool
        let shape: Shape
    }

    /// The fields of a part, by name.
    struct Part: Sendable {
        let fields: [String: Field]
        /// The number of fields that are not optional.
        let required: Int

        init(_ fields: [String: Field]) {
            self.fields = fields
            required = fields.values.count { !$0.isOptional }
        }

        static let empty = Part([:])
    }

    /// The date of the datagram; nil when dates are not exact.
    let now: Timestamp?

    /// The dates that may be in the future.
    private static let plans: Set<String> = ["starts_at", "timer_ends_at"]

    /// Returns the violation of a body that belongs to one of these parts; the one of the first when none fits.
    func violation(_ map: CBOR.Map, ofOneOf names: [String]) -> String? {
        let found = names.map { violation(map, ofPart: $0) }
        return found.contains { $0 == nil } ? nil : found.first ?? nil
    }

    private func violation(_ map: CBOR.Map, ofPart name: String) -> String? {
        switch name {
        case "-": map.isEmpty ? nil : "its body should be empty"
        case "coordinator-event": violation(ofEvent: map, Self.coordinatorEvents)
        case "sfu-event": violation(ofEvent: map, Self.sfuEvents)
        default: violation(map, name, Self.parts[name] ?? .empty)
        }
    }

    private func violation(ofEvent map: CBOR.Map, _ events: [String: Part]) -> String? {
        guard case .text(let type)? = map["type"], let event = events[type] else {
            return "its event has no known type"
        }
        return violation(map, type, event)
    }

    /// - Parameter isWhole: False for a part of which any field may be absent, as may those of its parts.
    private func violation(_ map: CBOR.Map, _ name: String, _ part: Part, isWhole: Bool = true) -> String? {
        var required = isWhole ? part.required : 0
        for (key, value) in map {
            guard case .text(let text) = key, let field = part.fields[text] else {
                return "no \(name) has the field \(key)"
            }
            let shape = if !isWhole, case .part(let part) = field.shape { Shape.someOf(part) } else { field.shape }
            if let text = violation(value, shape, field.name) { return text }
            if !field.isOptional { required -= 1 }
        }
        guard required > 0 else { return nil }
        let missing = part.fields.values.filter { !$0.isOptional && map[$0.name] == nil }.map(\.name).min()
        return "its \(name) has no \(missing ?? "required field")"
    }

    private func violation(_ value: CBOR, _ shape: Shape, _ name: String) -> String? {
        switch (shape, value) {
        case (.list(let shape), .array(let elements)):
            return elements.lazy.compactMap { violation($0, shape, name) }.first
        case (.dictionary(let shape), .map(let map)):
            return map.lazy.compactMap { violation($0.1, shape, name) }.first
        case (.part(let part), .map(let map)): return violation(map, ofPart: part)
        case (.someOf(let part), .map(let map)):
            return violation(map, part, Self.parts[part] ?? .empty, isWhole: false)
        case (.date, .unsigned(let milliseconds)): return violation(ofDate: milliseconds, name)
        default: return Self.fits(value, shape) ? nil : "its \(name) has the wrong type: \(value)"
        }
    }

    private func violation(ofDate milliseconds: UInt64, _ name: String) -> String? {
        guard let now, !Self.plans.contains(name) else { return nil }
        if milliseconds < UInt64(clamping: Timestamp.virtualStart.milliseconds) {
            return "its \(name) is a date before the run"
        }
        return milliseconds > UInt64(clamping: now.milliseconds) ? "its \(name) is a date in the future" : nil
    }

    private static func fits(_ value: CBOR, _ shape: Shape) -> Bool {
        switch (shape, value) {
        case (.text, .text), (.flag, .boolean), (.map, .map), (.bytes, .bytes), (.count, .unsigned),
            (.integer, .unsigned), (.integer, .negative), (.number, .unsigned), (.number, .float), (.date, .negative):
            true
        case (.name, .text(let text)): !text.isEmpty
        case (.cid, .text(let text)): text.dropFirst().dropLast().contains(":")
        case (.oneOf(let texts), .text(let text)): texts.contains(text)
        case (.port, .unsigned(let number)): (1...65_535).contains(number)
        case (.source, .unsigned(let number)): number <= UInt64(UInt32.max)
        case (.range(let range), .unsigned(let number)): range.contains(number)
        default: false
        }
    }
}

// MARK: Routes

extension BodyShapes {
    struct Route: Sendable {
        /// The method and the path, as the table has them.
        let name: String
        let method: Substring
        let path: [Substring]
        let request: [String]
        let response: [String]
    }

    /// Returns the route of a method and a path; nil for none in the tables.
    static func route(_ method: UInt8, _ path: [UInt8]) -> Route? {
        guard methods.indices.contains(Int(method)) else { return nil }
        let name = methods[Int(method)]
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        return routes[segments.count]?.first { route in
            route.method == name
                && zip(route.path, segments).allSatisfy { $0 == "*" || $0.utf8.elementsEqual($1) }
        }
    }

    private static let methods = ["", "GET", "POST", "PUT", "DELETE", "FETCH", "PATCH", "iPATCH"]

    /// Reads a table of routes, by the number of segments of their paths.
    static func routes(_ text: String) -> [Int: [Route]] {
        let all = text.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return Route(
                name: "\(words[0]) \(words[1])", method: words[0], path: words[1].split(separator: "/"),
                request: [String(words[2])], response: words[3].split(separator: "|").map(String.init))
        }
        return Dictionary(grouping: all, by: \.path.count)
    }
}

// MARK: Tables

extension BodyShapes {
    /// Reads a table: each line names a part and its fields, and a line with an indent continues the one before.
    ///
    /// - Parameter common: Returns the fields that every part of a name has besides.
    static func table(_ text: String, common: (String) -> [Field] = { _ in [] }) -> [String: Part] {
        let rows = text.replacing("\n  ", with: " ").split(separator: "\n").map { $0.split(separator: " ") }
        let parts = rows.map { row in
            let name = String(row[0])
            let fields = common(name) + row.dropFirst().map(field)
            return (name, Part(Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }))
        }
        return Dictionary(parts) { first, _ in first }
    }

    private static func field(_ text: Substring) -> Field {
        let parts = text.split(separator: ":", maxSplits: 1)
        let isOptional = parts[0].hasSuffix("?")
        return Field(
            name: String(isOptional ? parts[0].dropLast() : parts[0]), isOptional: isOptional, shape: shape(parts[1]))
    }

    private static let simple: [Substring: Shape] = [
        "text": .text, "name": .name, "cid": .cid, "flag": .flag, "integer": .integer, "count": .count, "port": .port,
        "source": .source, "number": .number, "bytes": .bytes, "date": .date, "map": .map,
    ]

    private static func shape(_ text: Substring) -> Shape {
        if let shape = simple[text] { return shape }
        if text.hasPrefix("~") { return .someOf(String(text.dropFirst())) }
        if text.hasPrefix("[") { return .list(shape(text.dropFirst().dropLast())) }
        if text.hasPrefix("{") { return .dictionary(shape(text.dropFirst().dropLast())) }
        if text.contains("|") { return .oneOf(text.split(separator: "|").map(String.init)) }
        let bounds = text.split(separator: ".").compactMap { UInt64($0) }
        return bounds.count == 2 ? .range(bounds[0]...bounds[1]) : .part(String(text))
    }
}
