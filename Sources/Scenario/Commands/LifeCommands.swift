extension CommandSpec {
    /// What happens to a participant's process.
    static let lifeCommands: [CommandSpec] = [
        .life(.crash, "crash", "the participant's process ends at once and says nothing"),
        .life(
            .restart, "restart", "the participant's process begins anew with nothing, and connects if it did at first"),
    ]

    private static func life(_ life: Life, _ name: String, _ about: String) -> CommandSpec {
        var spec = CommandSpec(name, about) { _, _ in }
        spec.life = life
        return spec
    }
}
