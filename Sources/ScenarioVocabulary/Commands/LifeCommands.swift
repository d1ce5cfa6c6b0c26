import ScenarioLanguage

extension Commands {
    /// Changes of a participant's process; the stage performs them.
    static let lifeCommands: [CommandRow] = [
        life(.crash, "crash", "the participant's process ends at once and says nothing"),
        life(
            .restart, "restart", "the participant's process begins anew with nothing, and connects if it did at first"),
    ]

    private static func life(_ life: CommandSpec.Life, _ name: String, _ about: String) -> CommandRow {
        Row(CommandSpec(name, about, life: life)) { _, _ in }
    }
}
