import Signaling
import YAML

extension ScenarioReader {
    /// A command of a server: the first key says which, its value what, the other keys with what.
    mutating func serverCommand(_ pairs: [YAMLNode.Pair]) -> Step.Action? {
        guard let first = pairs.first, let name = serverCommandName(first) else { return nil }
        let known = problems.all.count
        let arguments = arguments(Array(pairs.dropFirst()), of: name.rawValue, name.row, at: first.value)
        guard problems.all.count == known, let command = ServerCommand(name, arguments) else { return nil }
        return .server(ServerCall(server: first.name, command: command))
    }

    private mutating func serverCommandName(_ pair: YAMLNode.Pair) -> ServerCommandName? {
        guard let text = scalar(pair.value, expecting: "a command, such as endSession")?.text else { return nil }
        let possible = ServerCommandName.allCases.filter { $0.server == pair.name }
        if let name = possible.first(where: { $0.rawValue == text }) { return name }
        let other = ServerCommandName(rawValue: text).map { "it is a command of the \($0.server)" }
        report(
            "the \(pair.name) has no command \(text.quoted)", at: Place(pair.value),
            suggestion: other ?? Spelling.suggestion(for: text, in: possible.map(\.rawValue)))
        return nil
    }
}

extension ServerCommand {
    /// The command of a name; nil when an argument is missing that it needs.
    fileprivate init?(_ name: ServerCommandName, _ arguments: Arguments) {
        switch name {
        case .endSession:
            guard let call = arguments.call else { return nil }
            self = .endSession(call, user: arguments.participant, arguments.ending ?? .sessionEnded)
        }
    }
}
