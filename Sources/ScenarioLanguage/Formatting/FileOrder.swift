import YAML

/// The keys of a scenario file in the order of their table, with the comments above them.
struct FileOrder {
    /// The text with its keys in order.
    let text: String

    /// Orders the keys of a text; `root` is the parsed text.
    init(_ text: String, _ root: YAMLNode) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        let names = Set((root.pairs ?? []).map(\.name))
        var chunks: [(name: String, lines: [String])] = []
        var waiting: [String] = []
        for line in lines {
            let name = String(line.prefix { $0 != ":" })
            if !line.hasPrefix(" "), line.contains(":"), names.contains(name) {
                chunks.append((name, waiting + [line]))
                waiting = []
            } else if line.hasPrefix("#") || line.isEmpty {
                waiting.append(line)
            } else {
                guard !chunks.isEmpty else {
                    self.text = text
                    return
                }
                chunks[chunks.count - 1].lines += waiting + [line]
                waiting = []
            }
        }
        let order = Keys.scenario.names
        let sorted = chunks.enumerated().sorted { one, two in
            let (first, second) = (order.firstIndex(of: one.element.name), order.firstIndex(of: two.element.name))
            return (first ?? .max, one.offset) < (second ?? .max, two.offset)
        }
        guard chunks.count == names.count else {
            self.text = text
            return
        }
        self.text = (sorted.flatMap(\.element.lines) + waiting).joined(separator: "\n") + "\n"
    }
}
