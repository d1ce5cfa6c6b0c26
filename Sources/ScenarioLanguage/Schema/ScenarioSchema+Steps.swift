extension ScenarioSchema {
    /// A step of one of the kinds, or a command. A key determines its kind, except for a participant's command.
    var step: SchemaNode { choice(of: StepKind.all) }

    /// A step that takes no time: a command or a change of the network.
    var calmStep: SchemaNode { choice(of: StepKind.all.filter { $0.key == "network" }) }

    private func choice(of kinds: [StepKind]) -> SchemaNode {
        var branches = kinds.map { kind -> SchemaNode in
            ["if": ["required": .names([kind.key])], "then": self.kind(kind)]
        }
        branches += Cast.everyServer.map { server in
            ["if": ["required": .names([server])], "then": .reference("commandOf-\(server)")]
        }
        let heads = kinds.map(\.key) + Cast.everyServer
        let others: SchemaNode = ["not": .any(heads.map { ["required": .names([$0])] })]
        branches.append(["if": others, "then": .reference("command")])
        return ["type": "object", "minProperties": 1, "allOf": .array(branches)]
    }

    private func kind(_ kind: StepKind) -> SchemaNode {
        let properties = ([kind.key] + kind.beside + ["at"]).map(stepProperty)
        return [
            "properties": .object(properties), "required": .array([.text(kind.key)]), "additionalProperties": false,
        ]
    }

    func stepProperty(_ name: String) -> SchemaNode.Member {
        let steps = SchemaNode.list(of: .reference("step"), atLeast: 1)
        let values: [String: SchemaNode] = [
            "expect": .reference("expectations"), "within": .reference("duration"),
            "always": .reference("expectations"), "for": .reference("duration"), "packets": .reference("packets"),
            "journal": .reference("journal"),
            "wait": .reference("duration"), "network": .reference("network"),
            "sameTime": .list(of: .reference("calm"), atLeast: 2), "repeat": ["type": "integer", "minimum": 1],
            "steps": steps, "as": .reference("participantName"),
            "do": ["type": "string"],
            "with": ["type": "object"], "mark": .reference("participantName"), "at": .reference("moment"),
        ]
        let about = Keys.step.all.first { $0.name == name }?.about ?? ""
        return SchemaNode.Member(name, ["description": .text(about)] + (values[name] ?? [:]))
    }

    func distinct(_ arguments: [Argument]) -> [Argument] {
        var seen: Set<String> = []
        return arguments.filter { seen.insert($0.name).inserted }
    }

    /// The name of a variable in place of a whole mapping or list.
    private static let name = SchemaNode.pattern("^\\$\\{.*\\}$")

    func property(_ argument: Argument) -> SchemaNode.Member {
        let value: SchemaNode =
            switch argument.form {
            case .call: .reference("call")
            case .users: .any([["type": "string"], .list(of: .scalar)])
            case .device: ["type": "string"]
            case .custom, .named: .any([["type": "object"], Self.name])
            case .fields: .any([.reference(definition(ofFieldsIn: argument)), Self.name])
            case .words(let words), .someWords(let words): .any([.words(words), .list(of: .words(words))])
            case .interceptor: .reference("interceptor")
            case .whole(let bounds): .any([.integer(in: bounds), Self.name])
            case .fraction: .any([["type": "number", "minimum": 0, "maximum": 1], Self.name])
            case .seconds: value(.duration)
            case .texts, .value(.texts): .any([value(.texts), Self.name])
            case .text: value(.text)
            case .value(let type): self.value(type)
            }
        return SchemaNode.Member(argument.name, ["description": .text(argument.about)] + value)
    }

    /// The definitions of mappings whose fields the wire names.
    var mappings: [(String, SchemaNode)] {
        distinct(vocabulary.commands.flatMap(\.arguments)).compactMap { argument in
            guard case .fields(let names) = argument.form else { return nil }
            return (definition(ofFieldsIn: argument), mapping(of: names))
        }
    }

    private func definition(ofFieldsIn argument: Argument) -> String { "fieldsOf-\(argument.name)" }

    private func mapping(of names: FieldNames) -> SchemaNode {
        let fields = names.fields.sorted { $0.key < $1.key }.map { name, inner in
            SchemaNode.Member(name, inner.map { .any([mapping(of: $0), Self.name]) } ?? [:])
        }
        return ["type": "object", "properties": .object(fields), "additionalProperties": false]
    }

    // MARK: Packets and the network

    func packets(_ table: Keys) -> SchemaNode {
        var values: [String: SchemaNode] = [
            "from": .reference("names"), "to": .reference("names"),
            "body": .any([
                [
                    "type": "object", "minProperties": 1, "additionalProperties": .reference(definition(of: .anything)),
                ], Self.name,
            ]),
            "count": .reference(definition(of: .count)),
            "by": .reference("duration"),
            "next": .any([["type": "integer", "minimum": 1], .choice(["all"])]),
            "nth": .any([["type": "integer", "minimum": 1], .list(of: ["type": "integer"], atLeast: 1)]),
        ]
        for spec in vocabulary.packetFields { values[spec.name] = .reference(definition(of: spec.type)) }
        return keys(table, values) + ["minProperties": 1]
    }

    /// Conditions for all hosts, changes of whole links, and conditions of single hosts below their names.
    var network: SchemaNode {
        let state = SchemaNode.words(.linkStates)
        var own = conditions(names: Keys.conditions.names)
        own += Keys.network.all.map { key in
            let value: SchemaNode =
                switch key.name {
                case "drop": .any([.choice(["none"]), packets(.drop(vocabulary.packetFields))])
                case "delay", "repeat": packets(.retime(vocabulary.packetFields, owner: "`\(key.name)`"))
                case "flap": .any([.choice(["none"]), flap])
                case "intruder": intruder
                default: .reference("names")
                }
            return SchemaNode.Member(key.name, ["description": .text(key.about)] + value)
        }
        let host: SchemaNode = [
            "type": "object", "properties": .object(conditions(names: Keys.conditions.names)),
            "additionalProperties": false,
        ]
        return [
            "type": "object", "minProperties": 1, "properties": .object(own),
            "additionalProperties": .any([state, host]),
        ]
    }

    private var intruder: SchemaNode {
        let request = keys(
            .forgedRequest,
            [
                "method": .words(.requestMethods), "path": ["type": "string"],
                "query": .any([["type": "string"], .list(of: .scalar)]), "as": .reference("participantName"),
                "body": .any([["type": "object"], Self.name]),
            ])
        let host = SchemaNode.any([.choice(Cast.everyServer), .reference("participantName")])
        return keys(
            .intruder,
            [
                "replay": packets(.replay(vocabulary.packetFields)), "request": request,
                "datagram": .pattern("^[0-9A-Fa-f\\s]*$|\\$\\{"), "source": host, "to": host,
                "times": ["type": "integer", "minimum": 1], "fresh": .boolean, "unproved": .boolean,
                "first": .reference("bytes"),
            ])
    }

    private var flap: SchemaNode {
        let duration = SchemaNode.reference("duration")
        return keys(
            .flap,
            [
                "who": .reference("names"), "off": duration, "on": duration, "by": .words(.outages),
                "times": ["type": "integer", "minimum": 1],
            ])
    }

    private func conditions(names: [String]) -> [SchemaNode.Member] {
        Keys.conditions.all.filter { names.contains($0.name) }.map { key in
            SchemaNode.Member(key.name, ["description": .text(key.about)] + (condition(key.name) ?? [:]))
        }
    }

    private func condition(_ name: String) -> SchemaNode? {
        let none = SchemaNode.choice(["none"])
        let share = SchemaNode.reference("share")
        switch name {
        case "profile": return .words(.profiles)
        case "latency": return .reference("duration")
        case "jitter":
            let names = Words.distributions.all.map { SchemaNode.Member($0, .reference("duration")) }
            let spread: SchemaNode = [
                "type": "object", "properties": .object(names), "additionalProperties": false, "maxProperties": 1,
                "minProperties": 1,
            ]
            return .any([.reference("duration"), spread])
        case "loss", "duplicate": return share
        case "burst": return .any([none, keys(.burst, ["start": share, "end": share, "loss": share])])
        case "reorder": return .any([none, share, keys(.reorder, ["share": share, "by": .reference("duration")])])
        case "corrupt":
            let ways: [String: SchemaNode] = ["bit": share, "byte": share, "truncation": share, "arrives": .boolean]
            return .any([none, share, keys(.corrupt, ways)])
        case "bandwidth": return .any([none, .reference("rate")])
        case "queue": return .reference("bytes")
        case "up", "down":
            let inner = Keys.conditions.names.filter { $0 != "up" && $0 != "down" }
            let mapping: SchemaNode = [
                "type": "object", "properties": .object(conditions(names: inner)), "additionalProperties": false,
            ]
            return .any([.choice(["cut", "heal"]), mapping])
        default: return nil
        }
    }
}
