/// Commands with their required and optional arguments, from the tables of the reader.
extension ScenarioSchema {
    /// The keys that a command allows, and the commands with the same keys.
    private struct Signature {
        /// The commands; most signatures belong to one command, some to several.
        var commands: [String]
        let required: [Argument]
        let optional: [Argument]
        /// The allowed keys of its outcome.
        let outcome: [String]

        func isLike(_ other: Signature) -> Bool {
            required == other.required && optional == other.optional && outcome == other.outcome
        }
    }

    /// A command of participants. The subject is a key that is not in the language; the other keys are its arguments.
    var command: SchemaNode {
        let signatures = grouped(
            vocabulary.commands.map {
                Signature(
                    commands: [$0.name], required: $0.required, optional: $0.optional,
                    outcome: $0.canThrow ? Keys.outcome.names : ["mayThrow"])
            })
        let known = distinct(vocabulary.commands.flatMap(\.arguments)).map(\.name) + Keys.outcome.names + ["at"]
        let any = known.map { SchemaNode.Member($0, [:]) }
        let subject = "^(?!(?:\(known.map(Self.escaped).joined(separator: "|")))$)"
        let branches = signatures.map { signature in
            let isMeant = SchemaNode.Member(subject, .choice(signature.commands))
            return branch(["patternProperties": .object([isMeant])], signature, besides: known, heads: [])
        }
        return [
            "properties": .object(any), "additionalProperties": .choice(vocabulary.commands.map(\.name)),
            "not": ["propertyNames": .choice(known)], "dependentRequired": dependents, "allOf": .array(branches),
        ]
    }

    /// Returns a command of a server: its name is the key.
    func serverCommand(of server: String) -> SchemaNode {
        let kind = server.hasPrefix("sfu") ? "sfu" : server
        let specs = vocabulary.serverCommands.filter { $0.server == kind }
        let signatures = grouped(
            specs.map {
                Signature(commands: [$0.name], required: $0.required, optional: $0.optional, outcome: [])
            })
        let known = distinct(specs.flatMap(\.arguments)).map(\.name) + ["at"]
        let head = SchemaNode.Member(server, .choice(specs.map(\.name)))
        let branches = signatures.map { signature in
            let commands = SchemaNode.Member(server, .choice(signature.commands))
            return branch(["properties": .object([commands])], signature, besides: known, heads: [server])
        }
        return [
            "properties": .object([head] + known.map { SchemaNode.Member($0, [:]) }),
            "additionalProperties": false, "allOf": .array(branches),
        ]
    }

    /// The arguments below `with` for each registered kind of participants; other participants have no `with`.
    var kindsOfParticipants: SchemaNode {
        let branches = vocabulary.kinds.map { kind -> SchemaNode in
            let with: SchemaNode = [
                "type": "object", "properties": .object((kind.required + kind.optional).map(property)),
                "additionalProperties": false, "required": .names(kind.required.map(\.name)),
            ]
            let then: SchemaNode = ["properties": .object([SchemaNode.Member("with", with)])]
            let needs: SchemaNode = kind.required.isEmpty ? [:] : ["required": ["with"]]
            return ["if": isKind([kind.name]), "then": then + needs]
        }
        let isUser: SchemaNode = ["not": isKind(vocabulary.kinds.map(\.name))]
        let others: SchemaNode = ["if": isUser, "then": ["not": ["required": ["with"]]]]
        return ["allOf": .array(branches + [others])]
    }

    private func isKind(_ names: [String]) -> SchemaNode {
        ["properties": .object([SchemaNode.Member("kind", .choice(names))]), "required": ["kind"]]
    }

    /// Returns the conditions on a step with one of several commands.
    private func branch(
        _ isMeant: SchemaNode, _ signature: Signature, besides known: [String], heads: [String]
    ) -> SchemaNode {
        let outcome = outcomeKeys.filter { signature.outcome.contains($0.name) }
        let own = (signature.required + signature.optional).map(property) + outcome + [stepProperty("at")]
        let names = own.map(\.name)
        let foreign = known.filter { !names.contains($0) && !heads.contains($0) }
        let then: SchemaNode = [
            "properties": .object(own), "required": .names(signature.required.map(\.name)),
            "propertyNames": ["not": .choice(foreign)],
        ]
        return ["if": isMeant, "then": then]
    }

    private func grouped(_ signatures: [Signature]) -> [Signature] {
        var groups: [Signature] = []
        for signature in signatures {
            if let index = groups.firstIndex(where: { $0.isLike(signature) }) {
                groups[index].commands += signature.commands
            } else {
                groups.append(signature)
            }
        }
        return groups
    }

    private var outcomeKeys: [SchemaNode.Member] {
        let values: [String: SchemaNode] = [
            "throws": .choice(Words.errors.all + vocabulary.errors), "underlying": .scalar,
            "code": .choice(Words.statuses.all), "within": .reference("duration"),
            "mayThrow": .boolean,
        ]
        return Keys.outcome.all.map { key in
            SchemaNode.Member(key.name, ["description": .text(key.about)] + (values[key.name] ?? [:]))
        }
    }

    /// The keys about an error require `throws`.
    private var dependents: SchemaNode {
        let others = Keys.outcome.names.filter { !["throws", "within", "mayThrow"].contains($0) }
        return .object(others.map { SchemaNode.Member($0, ["throws"]) })
    }
}
