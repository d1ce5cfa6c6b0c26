/// The ids of stays: a few are searched, and only many are hashed.
struct Stays: Sendable {
    private static let few = 8

    private var list: [String] = []
    /// Empty while there are few.
    private var all: Set<String> = []

    func contains(_ id: String) -> Bool {
        all.isEmpty ? list.contains(id) : all.contains(id)
    }

    mutating func insert(_ id: String) {
        guard !contains(id) else { return }
        if all.isEmpty, list.count == Self.few {
            all = Set(list)
            list = []
        }
        if all.isEmpty { list.append(id) } else { all.insert(id) }
    }
}
