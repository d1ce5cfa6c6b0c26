package import YAML

/// The text of a scenario file in the format of ``FileShape``, created from nodes.
package struct ScenarioText {
    /// The text; every line ends with a line break.
    package private(set) var text = ""

    /// The maximum length of a line with a collection in brackets or braces.
    private static let width = 110

    /// Writes the pairs of a file, below one-line comments.
    package init(_ pairs: [YAMLNode.Pair], comments: [String] = []) {
        for comment in comments { line("# \(comment)", at: 0) }
        let order = Keys.scenario.names
        let sorted = pairs.enumerated().sorted { one, two in
            let (first, second) = (order.firstIndex(of: one.element.name), order.firstIndex(of: two.element.name))
            return (first ?? .max, one.offset) < (second ?? .max, two.offset)
        }
        for (_, pair) in sorted { write(pair, at: 0, isBlock: pair.name == "steps") }
    }

    private mutating func line(_ content: String, at column: Int) {
        text += String(repeating: " ", count: column) + content + "\n"
    }

    /// Writes a pair; a long collection, or one that must be a block, is below its key.
    private mutating func write(_ pair: YAMLNode.Pair, at column: Int, head: String = "", isBlock: Bool = false) {
        let key = Self.flow(pair.key)
        let flow = Self.flow(pair.value)
        let isShort = column + key.count + 2 + flow.count <= Self.width
        guard pair.value.scalar == nil, isBlock || !isShort, pair.value.isFilled else {
            let value = pair.value.scalar?.isNull == true ? "" : " \(flow)"
            return line("\(head)\(key):\(value)", at: column - head.count)
        }
        line("\(head)\(key):", at: column - head.count)
        switch pair.value.content {
        case .mapping(let pairs): for inner in pairs { write(inner, at: column + 2) }
        case .sequence(let items): for item in items { write(item: item, at: column + 2) }
        case .scalar: break
        }
    }

    private mutating func write(item: YAMLNode, at column: Int) {
        guard let pairs = item.pairs, let first = pairs.first else { return line("- \(Self.flow(item))", at: column) }
        write(first, at: column + 2, head: "- ", isBlock: first.name == "sameTime")
        for pair in pairs.dropFirst() { write(pair, at: column + 2) }
    }

    // MARK: One line

    /// Returns a node on one line.
    package static func flow(_ node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): flow(scalar)
        case .sequence(let items): "[\(items.map(flow).joined(separator: ", "))]"
        case .mapping(let pairs): "{\(pairs.map { "\(flow($0.key)): \(flow($0.value))" }.joined(separator: ", "))}"
        }
    }

    /// Returns a scalar in a form that is read as the same value in any context.
    private static func flow(_ scalar: YAMLNode.Scalar) -> String {
        let text = escapingTemplates(scalar.text)
        if scalar.isNull { return "~" }
        if scalar.style == .plain, isPlain(text) { return text }
        // A plain text may be quoted; numbers, Booleans and null never need quotes.
        return quoted(text)
    }

    private static func escapingTemplates(_ text: String) -> String {
        text.contains("${")
            ? text.split(separator: "${", omittingEmptySubsequences: false).joined(separator: "$${") : text
    }

    /// Returns true for a text that needs no quotes, even in brackets.
    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return false }
        let isOpen = !"-?:,[]{}#&*!|>'\"%@` ".unicodeScalars.contains(first)
        let isNegative = text.count > 1 && first == "-" && text.dropFirst().first?.isNumber == true
        let isClosed = last != ":" && last != " "
        let hasNoControls = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !",[]{}".unicodeScalars.contains($0) }
        return (isOpen || isNegative) && isClosed && hasNoControls && !text.contains(": ") && !text.contains(" #")
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            default:
                let isShown = scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
                quoted += isShown ? String(scalar) : escaped(scalar)
            }
        }
        return quoted + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\x" + String(repeating: "0", count: max(0, 2 - digits.count)) + digits
    }
}

extension YAMLNode {
    /// True for a collection that is not empty.
    fileprivate var isFilled: Bool {
        switch content {
        case .scalar: false
        case .sequence(let items): !items.isEmpty
        case .mapping(let pairs): !pairs.isEmpty
        }
    }
}

extension YAMLNode {
    /// Creates a plain scalar.
    package static func word(_ text: String) -> YAMLNode { YAMLNode(.scalar(.init(text))) }

    /// Creates a text in quotes.
    package static func text(_ text: String) -> YAMLNode { YAMLNode(.scalar(.init(text, style: .doubleQuoted))) }

    /// Creates a list.
    package static func list(_ items: [YAMLNode]) -> YAMLNode { YAMLNode(.sequence(items)) }

    /// Creates a mapping.
    package static func map(_ pairs: [(name: String, value: YAMLNode)]) -> YAMLNode {
        YAMLNode(.mapping(pairs.map { Pair($0.name, $0.value) }))
    }
}

extension YAMLNode.Pair {
    /// Creates a pair with a plain key.
    package init(_ name: String, _ value: YAMLNode) { self.init(key: .word(name), value: value) }
}
