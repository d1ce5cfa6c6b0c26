/// Packets of one kind: their number, and the first few as texts.
struct Notes {
    private(set) var count = 0
    private(set) var texts: [String] = []

    mutating func add(_ text: @autoclosure () -> String) {
        count += 1
        if texts.count < 4 { texts.append(text()) }
    }

    /// The lines of a summary; none when there is no packet.
    func lines(_ name: String, _ options: ViewOptions) -> [String] {
        guard count > 0 else { return [] }
        let title = name.contains(" ") ? name : "\(name) \(count)"
        let more = count - texts.count
        return [options.red("  \(title)")] + texts.map { "    \($0)" } + (more > 0 ? ["    and \(more) more"] : [])
    }
}
