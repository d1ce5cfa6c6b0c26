/// A kind of step other than a command: the key that makes it, and those that may stand beside that key.
struct StepKind {
    let key: String
    let beside: [String]

    /// Every kind; `at` may stand beside each, and beside commands.
    static let all: [StepKind] = [
        StepKind(key: "expect", beside: ["within"]),
        StepKind(key: "always", beside: ["for"]),
        StepKind(key: "packets", beside: ["within"]),
        StepKind(key: "journal", beside: ["within"]),
        StepKind(key: "wait", beside: []),
        StepKind(key: "network", beside: []),
        StepKind(key: "sameTime", beside: []),
        StepKind(key: "repeat", beside: ["steps", "as"]),
        StepKind(key: "do", beside: ["with"]),
        StepKind(key: "mark", beside: []),
    ]

    static func named(_ key: String) -> StepKind? { all.first { $0.key == key } }

    /// What a key stands beside that makes no step itself.
    static func partners(of name: String) -> [String] {
        all.filter { $0.beside.contains(name) }.map(\.key)
    }
}
