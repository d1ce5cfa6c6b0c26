import CallLibrary
import ScenarioLanguage

extension Argument {
    fileprivate static let span = Argument("for", .value(.duration), "for how long", such: "for: 3s")
}

extension Commands {
    /// What a participant does in front of its microphone, where synthetic sources stand in for it.
    static let mediaCommands: [CommandRow] = [
        .call("speak", "speaks, if there is media, for so long from now on", needs: [.span], takes: [.call]) {
            call, arguments in
            call.speak(for: arguments.duration(.span) ?? .zero)
        }
    ]
}
