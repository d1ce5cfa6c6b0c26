import YAML

extension ScenarioReader {
    /// The kind of user or of participant that stands behind `kind`.
    mutating func kind(_ node: YAMLNode) -> String? {
        word(node, of: Words("kind of participant", Words.userKinds.all + vocabulary.kinds.map(\.name)))
    }

    /// What a participant of a registered kind is made with; other participants have no `with`.
    mutating func part(_ name: String?, with node: YAMLNode?, at key: YAMLNode) -> RegisteredPart? {
        guard let name, let kind = vocabulary.kind(name) else {
            if let node {
                let vocabulary = vocabulary
                report(
                    "`with` is for participants of a kind that your own program registered", at: Place(node),
                    suggestion: vocabulary.kinds.first.map { "write `kind: \($0.name)` beside it" })
            }
            return nil
        }
        var said: [YAMLNode.Pair] = []
        if let node { said = pairs(node, what: "`with`", example: "with: {\(kind.example)}") ?? [] }
        let arguments = arguments(
            said, of: name, required: kind.required, optional: kind.optional, canThrow: false, at: key)
        return RegisteredPart(kind: name, arguments: arguments)
    }

    /// Tells of a command that one of those who are told it cannot do.
    mutating func checkSubjects(_ subject: [String], of spec: CommandSpec, at node: YAMLNode) {
        for name in subject {
            let part = cast?.byName[name]?.part
            guard let kind = part.flatMap({ vocabulary.kind($0.kind) }) else {
                guard spec.isForKindsAlone else { continue }
                let able = vocabulary.kinds.filter { $0.commands.contains(spec.name) }.map(\.name)
                let list = able.isEmpty ? "no kind of participant" : Spelling.list(able, joinedBy: "and")
                return report(
                    "\(name.quoted) cannot do `\(spec.name)`, which is for participants of a registered kind",
                    at: Place(node), suggestion: "\(list) can do it")
            }
            guard !kind.commands.contains(spec.name) else { continue }
            return report(
                "\(name.quoted) is of the kind `\(kind.name)`, which takes no `\(spec.name)`", at: Place(node),
                suggestion: Spelling.suggestion(for: spec.name, in: kind.commands) ?? "it takes no commands")
        }
    }

    /// Tells of a property of a registered kind that somebody does not have who is asked for it.
    mutating func checkOwners(_ owners: [String], of property: String, at place: Place) {
        guard vocabulary.isReported(property) else { return }
        for name in owners {
            let kind = cast?.byName[name]?.part.flatMap { vocabulary.kind($0.kind) }
            guard kind?.properties.contains(where: { $0.name == property }) != true else { continue }
            let able = vocabulary.kinds.filter { kind in kind.properties.contains { $0.name == property } }
            return report(
                "\(name.quoted) has no property \(property.quoted)", at: place,
                suggestion: "participants of the kind \(Spelling.list(able.map(\.name), joinedBy: "or")) have it")
        }
    }
}

extension RegisteredKind {
    fileprivate var example: String { (required + optional).first?.example ?? "" }
}
