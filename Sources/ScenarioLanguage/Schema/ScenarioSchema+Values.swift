extension ScenarioSchema {
    /// All types of properties' values, each with the name of its definition.
    var types: [(name: String, type: ValueType)] {
        var found: [(name: String, type: ValueType)] = []
        let families = vocabulary.participantProperties.map(\.type) + vocabulary.memberProperties.map(\.type)
        let used =
            properties.map(\.type) + families + vocabulary.packetFields.map(\.type) + eventPatternTypes + [
                .anything, .count, .bytes,
            ]
        for type in used where !found.contains(where: { $0.type == type }) {
            found.append((definition(of: type), type))
        }
        return found
    }

    /// The properties of the language and of registered kinds.
    private var properties: [PropertySpec] {
        vocabulary.properties + vocabulary.kinds.flatMap(\.properties)
    }

    /// Returns the name of the definition of comparisons with a type.
    func definition(of type: ValueType) -> String {
        switch type {
        // Two sets of words may have the same kind, such as the statuses of devices and of responses.
        case .word(let words): "expected-\(words.kind)-\(words.all.first ?? "")".replacing(" ", with: "-")
        default: "expected-" + type.word.replacing(" ", with: "-")
        }
    }

    /// Returns the comparisons with a type: the value, `none`, `unchanged`, or operators.
    func comparison(_ type: ValueType) -> SchemaNode {
        let operators = type.operators.map { SchemaNode.Member($0.rawValue, operand($0, of: type)) }
        let comparisons: SchemaNode = [
            "type": "object", "properties": .object(operators), "additionalProperties": false, "minProperties": 1,
        ]
        return .any([value(type), .choice(["none", "unchanged"]), comparisons])
    }

    private func operand(_ name: Operator, of type: ValueType) -> SchemaNode {
        let description: SchemaNode = ["description": .text(name.about)]
        let own: SchemaNode =
            switch name {
            case .not: .reference(definition(of: type))
            case .oneOf: .list(of: .reference(definition(of: type)), atLeast: 1)
            case .contains: type == .anything || type == .texts ? [:] : .any([.scalar, .list(of: .scalar)])
            case .matches: .scalar
            case .before, .after: .reference("moment")
            case .count: .reference(definition(of: .count))
            case .atLeast, .atMost, .moreThan, .lessThan: value(type)
            }
        return description + own
    }

    /// Returns a value of a type.
    func value(_ type: ValueType) -> SchemaNode {
        switch type {
        case .word(let words): .words(words)
        case .boolean: .boolean
        case .number: ["type": "number"]
        case .whole(let bounds):
            bounds.upperBound == .max
                ? ["type": "integer", "minimum": .integer(Int(bounds.lowerBound))]
                : .integer(in: Int(bounds.lowerBound)...Int(bounds.upperBound))
        case .bytes: .reference("bytes")
        case .duration: .reference("duration")
        case .text: .scalar
        case .texts: .list(of: .scalar)
        case .user: .scalar
        case .users: .any([["type": "string"], .list(of: .scalar)])
        case .call: .reference("call")
        case .error: .choice(Words.errors.all + vocabulary.errors)
        case .date: .choice(["none", "unchanged"])
        case .path: .pattern("^[/*]")
        case .anything: [:]
        }
    }

    /// A mapping from properties to comparisons.
    var expectations: SchemaNode {
        let who = "^[^.]+\\."
        var rows = types.compactMap { type -> SchemaNode.Member? in
            let own = properties.filter { $0.type == type.type }.map(\.name)
            let others = vocabulary.participantProperties.filter { $0.type == type.type }.map(\.name)
            var parts = own.map(Self.escaped)
            if !others.isEmpty { parts.append("participants\\.[^.]+\\.(\(others.joined(separator: "|")))") }
            let members = vocabulary.memberProperties.filter { $0.type == type.type }.map(\.name)
            if !members.isEmpty { parts.append("members\\.[^.]+\\.(\(members.joined(separator: "|")))") }
            guard !parts.isEmpty else { return nil }
            return SchemaNode.Member("\(who)(\(parts.joined(separator: "|")))$", .reference(type.name))
        }
        let events = vocabulary.words.events.all.map(Self.escaped).joined(separator: "|")
        let notifications = Words.notifications.all.joined(separator: "|")
        let refusals = vocabulary.words.mediaRefusals.all.joined(separator: "|")
        let families = "events\\.(\(events))|notifications\\.(\(notifications))|mediaRefusals\\.(\(refusals))"
        let counts = "\(who)(\(families))$"
        for server in Cast.servers {
            let own = vocabulary.serverProperties.filter { $0.server == server }.map(\.name).joined(separator: "|")
            let reasons = vocabulary.words.drops.all.joined(separator: "|")
            let numbers = "^\(server)(-[1-9])?\\.(\(own)|drops\\.(\(reasons)))$"
            rows.append(SchemaNode.Member(numbers, .reference(definition(of: .count))))
        }
        rows.append(SchemaNode.Member("\(who)custom\\..+$", .reference(definition(of: .anything))))
        rows.append(SchemaNode.Member("\\$\\{", [:]))
        rows.append(SchemaNode.Member(counts, .reference(definition(of: .count))))
        return [
            "type": "object", "patternProperties": .object(rows), "additionalProperties": false, "minProperties": 1,
        ]
    }

    /// Returns a name as a regular expression.
    static func escaped(_ name: String) -> String {
        name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
    }
}

extension ValueType {
    /// The name of the type.
    fileprivate var word: String {
        switch self {
        case .word(let words): words.kind
        case .boolean: "truth value"
        case .number: "number"
        case .whole: self == .count ? "count" : expected.replacing("a whole number", with: "number")
        case .bytes: "size"
        case .duration: "duration"
        case .text: "text"
        case .texts: "texts"
        case .user: "user"
        case .users: "users"
        case .call: "call"
        case .error: "error"
        case .date: "date"
        case .path: "path"
        case .anything: "value"
        }
    }
}
