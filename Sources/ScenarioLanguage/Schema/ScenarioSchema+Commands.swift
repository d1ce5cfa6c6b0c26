/// Commands with what each of them needs and takes, from the tables that files are read with.
extension ScenarioSchema {
    /// What may stand beside one command, and which commands that is true of.
    private struct Signature {
        /// The commands; most arguments go with one alone, some with several.
        var commands: [String]
        let required: [Argument]
        let optional: [Argument]
        /// Whether an outcome may stand beside it.
        let canThrow: Bool

        func isLike(_ other: Signature) -> Bool {
            required == other.required && optional == other.optional && canThrow == other.canThrow
        }
    }

    /// A command of participants: who does it is a key that the language does not know; the other keys say with what.
    var command: SchemaNode {
        let signatures = grouped(
            vocabulary.commands.map {
                Signature(commands: [$0.name], required: $0.required, optional: $0.optional, canThrow: $0.canThrow)
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

    /// A command of a server: its name is the key.
    func serverCommand(of server: String) -> SchemaNode {
        let kind = server.hasPrefix("sfu") ? "sfu" : server
        let specs = vocabulary.serverCommands.filter { $0.server == kind }
        let signatures = grouped(
            specs.map {
                Signature(commands: [$0.name], required: $0.required, optional: $0.optional, canThrow: false)
            })
        let known = distinct(specs.flatMap(\.arguments)).map(\.name) + ["at"]
        let head = SchemaNode.Member(server, .choice(specs.map(\.name)))
        let branches = signatures.map { signature in
            let told = SchemaNode.Member(server, .choice(signature.commands))
            return branch(["properties": .object([told])], signature, besides: known, heads: [server])
        }
        return [
            "properties": .object([head] + known.map { SchemaNode.Member($0, [:]) }),
            "additionalProperties": false, "allOf": .array(branches),
        ]
    }

    /// What a participant of each registered kind is told below `with`; others have no `with`.
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

    /// What is true of a step when one of some commands is meant in it.
    private func branch(
        _ isMeant: SchemaNode, _ signature: Signature, besides known: [String], heads: [String]
    ) -> SchemaNode {
        let outcome = signature.canThrow ? outcomeKeys : []
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
        ]
        return Keys.outcome.all.map { key in
            SchemaNode.Member(key.name, ["description": .text(key.about)] + (values[key.name] ?? [:]))
        }
    }

    /// What is said of an error needs `throws`, the error.
    private var dependents: SchemaNode {
        let others = Keys.outcome.names.filter { $0 != "throws" && $0 != "within" }
        return .object(others.map { SchemaNode.Member($0, ["throws"]) })
    }
}
