/// The endpoints of the wire and the fields of its bodies, as wire.md lists them.
package struct WireTables: Sendable {
    /// The routes by the number of segments of their paths.
    package let routes: [Int: [Route]]
    /// The parts of bodies by name.
    package let parts: [String: Part]
    /// The events of the coordinator by type.
    package let coordinatorEvents: [String: Part]
    /// The events of SFUs by type.
    package let sfuEvents: [String: Part]
    /// The words in the paths of routes.
    let words: Set<Substring>

    /// No endpoints, where the servers of another call library have their own.
    package static let empty = WireTables(routes: [:], parts: [:], coordinatorEvents: [:], sfuEvents: [:])

    package init(
        routes: [Int: [Route]], parts: [String: Part], coordinatorEvents: [String: Part], sfuEvents: [String: Part]
    ) {
        self.routes = routes
        self.parts = parts
        self.coordinatorEvents = coordinatorEvents
        self.sfuEvents = sfuEvents
        words = Set(routes.values.joined().flatMap(\.path)).subtracting(["*"])
    }

    /// The type of a field.
    package indirect enum Shape: Sendable {
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

    package struct Field: Sendable {
        package let name: String
        package let isOptional: Bool
        package let shape: Shape

        package init(name: String, isOptional: Bool, shape: Shape) {
            self.name = name
            self.isOptional = isOptional
            self.shape = shape
        }
    }

    /// The fields of a part, by name.
    package struct Part: Sendable {
        package let fields: [String: Field]
        /// The number of fields that are not optional.
        package let required: Int

        package init(_ fields: [String: Field]) {
            self.fields = fields
            required = fields.values.count { !$0.isOptional }
        }

        package static let empty = Part([:])
    }

    package struct Route: Sendable {
        /// The method and the path, as the table has them.
        package let name: String
        package let method: Substring
        /// The segments of the path; `*` stands for any text.
        package let path: [Substring]
        package let request: [String]
        package let response: [String]
    }
}

// MARK: Reading tables

extension WireTables {
    /// Reads a table: each line names a part and its fields, and a line with an indent continues the one before.
    ///
    /// - Parameter common: Returns the fields that every part of a name has besides.
    package static func table(_ text: String, common: (String) -> [Field] = { _ in [] }) -> [String: Part] {
        let rows = text.replacing("\n  ", with: " ").split(separator: "\n").map { $0.split(separator: " ") }
        let parts = rows.map { row in
            let name = String(row[0])
            let fields = common(name) + row.dropFirst().map(field)
            return (name, Part(Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }))
        }
        return Dictionary(parts) { first, _ in first }
    }

    /// Reads a table of routes, by the number of segments of their paths.
    package static func routes(_ text: String) -> [Int: [Route]] {
        let all = text.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            return Route(
                name: "\(words[0]) \(words[1])", method: words[0], path: words[1].split(separator: "/"),
                request: [String(words[2])], response: words[3].split(separator: "|").map(String.init))
        }
        return Dictionary(grouping: all, by: \.path.count)
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
