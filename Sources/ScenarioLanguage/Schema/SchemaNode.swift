/// A node of a JSON Schema, written with literals.
indirect enum SchemaNode: Hashable, Sendable {
    case boolean(Bool)
    case integer(Int)
    /// A number, as the digits in the text.
    case number(String)
    case text(String)
    case array([SchemaNode])
    case object([Member])

    /// A key with its value.
    struct Member: Hashable, Sendable {
        let name: String
        let value: SchemaNode

        init(_ name: String, _ value: SchemaNode) {
            self.name = name
            self.value = value
        }
    }
}

extension SchemaNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(arrayLiteral elements: SchemaNode...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, SchemaNode)...) { self = .object(elements.map { Member($0.0, $0.1) }) }

    /// Returns the keys of both objects; the first node unless both are objects.
    static func + (one: SchemaNode, other: SchemaNode) -> SchemaNode {
        guard case .object(let first) = one, case .object(let second) = other else { return one }
        return .object(first + second)
    }
}

extension SchemaNode {
    /// Any text, number or Boolean: YAML may parse an unquoted text as any of them.
    static let scalar: SchemaNode = ["type": ["string", "number", "boolean"]]
    static let boolean: SchemaNode = ["type": "boolean"]

    static func pattern(_ pattern: String) -> SchemaNode { ["type": "string", "pattern": .text(pattern)] }
    static func reference(_ name: String) -> SchemaNode { ["$ref": .text("#/$defs/\(name)")] }
    static func words(_ words: Words) -> SchemaNode { choice(words.all) }
    static func any(_ nodes: [SchemaNode]) -> SchemaNode { ["anyOf": .array(nodes)] }

    static func choice(_ texts: [String]) -> SchemaNode {
        // YAML may parse a word as a number or a Boolean, such as the response code `2.05`.
        let texts = texts.filter { Double($0) == nil }.map { SchemaNode.text($0) } + numbers(texts)
        return ["enum": .array(texts)]
    }

    private static func numbers(_ texts: [String]) -> [SchemaNode] {
        texts.filter { Double($0) != nil }.flatMap { [.text($0), .number($0)] }
    }

    /// Returns a whole number within bounds.
    static func integer(in bounds: ClosedRange<Int>) -> SchemaNode {
        ["type": "integer", "minimum": .integer(bounds.lowerBound), "maximum": .integer(bounds.upperBound)]
    }

    /// Returns a node, or a list of such nodes.
    static func oneOrMore(_ node: SchemaNode) -> SchemaNode { .any([node, .list(of: node)]) }

    /// Returns a list of names, such as the required keys.
    static func names(_ names: [String]) -> SchemaNode { .array(names.map { .text($0) }) }

    static func list(of node: SchemaNode, atLeast count: Int = 0) -> SchemaNode {
        let list: SchemaNode = ["type": "array", "items": node]
        return count > 0 ? list + ["minItems": .integer(count)] : list
    }
}

extension SchemaNode {
    /// Returns the schema for a file in which `${name}` may replace any scalar.
    func allowingNames() -> SchemaNode {
        guard case .object(let members) = self else { return self }
        let inner = SchemaNode.object(
            members.map { member in
                switch member.name {
                case "properties", "patternProperties": Member(member.name, member.value.allowingNamesInside())
                case "additionalProperties", "items", "then": Member(member.name, member.value.allowingNames())
                case "anyOf", "allOf": Member(member.name, member.value.allowingNamesInside())
                default: member
                }
            })
        let isSingle = members.contains { member in
            member.name == "pattern" || member.name == "enum"
                || member.name == "type" && ["boolean", "integer", "number"].contains(member.value)
        }
        guard isSingle else { return inner }
        let about = members.filter { $0.name == "description" }
        return .object(about) + .any([inner, .reference("placeholder")])
    }

    /// Returns the same for all schemas in a list or below the keys of an object.
    func allowingNamesInside() -> SchemaNode {
        switch self {
        case .array(let nodes): .array(nodes.map { $0.allowingNames() })
        case .object(let members): .object(members.map { Member($0.name, $0.value.allowingNames()) })
        case .boolean, .integer, .number, .text: self
        }
    }

    /// Returns the node as JSON, with one key per line.
    func pretty(indent: String = "") -> String {
        let deeper = indent + "  "
        switch self {
        case .boolean(let value): return "\(value)"
        case .integer(let value): return "\(value)"
        case .number(let digits): return digits
        case .text(let value): return Self.quoted(value)
        case .array(let values):
            let isFlat = values.allSatisfy { if case .object = $0 { false } else { true } }
            let items = values.map { $0.pretty(indent: deeper) }
            if isFlat { return "[\(items.joined(separator: ", "))]" }
            return "[\n" + items.map { deeper + $0 }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map { "\(deeper)\(Self.quoted($0.name)): \($0.value.pretty(indent: deeper))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
