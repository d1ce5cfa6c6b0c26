/// A kind of step other than a command: its main key, and the keys that may accompany it.
struct StepKind {
    let key: String
    let beside: [String]

    /// All kinds; `at` may accompany each of them, and commands.
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

    /// Returns the keys of steps that a modifier may accompany.
    static func partners(of name: String) -> [String] {
        all.filter { $0.beside.contains(name) }.map(\.key)
    }
}
