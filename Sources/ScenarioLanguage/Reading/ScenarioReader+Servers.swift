import YAML

extension ScenarioReader {
    /// A command of a server: the first key says which, its value what, the other keys with what.
    mutating func serverCommand(_ pairs: [YAMLNode.Pair]) -> Step.Action? {
        guard let first = pairs.first, let spec = serverCommandSpec(first) else { return nil }
        let known = problems.count
        let arguments = arguments(
            Array(pairs.dropFirst()), of: spec.name, required: spec.required, optional: spec.optional,
            canThrow: false, at: first.value)
        guard problems.count == known else { return nil }
        return .server(ServerCall(server: first.name, command: Command(spec, arguments)))
    }

    private mutating func serverCommandSpec(_ pair: YAMLNode.Pair) -> CommandSpec? {
        guard let text = scalar(pair.value, expecting: "a command, such as endSession")?.text else { return nil }
        let kind = Cast.kind(ofServer: pair.name)
        let possible = vocabulary.serverCommands.filter { $0.server == kind }
        if let spec = possible.first(where: { $0.name == text }) { return spec }
        let other = vocabulary.serverCommands.first { $0.name == text }
        report(
            "the \(pair.name) has no command \(text.quoted)", at: Place(pair.value),
            suggestion: other.map { "it is a command of the \($0.server ?? "")" }
                ?? Spelling.suggestion(for: text, in: possible.map(\.name)))
        return nil
    }
}
