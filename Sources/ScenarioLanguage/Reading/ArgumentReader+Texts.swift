import YAML

/// Arguments that are texts and words.
extension ArgumentReader {
    func words(_ node: YAMLNode, _ words: Words) -> [String] {
        (node.items ?? [node]).compactMap { word($0, of: words) }
    }

    /// Reports an empty list, which only a command that may throw can have.
    func checkItems(_ node: YAMLNode, _ argument: Argument) {
        guard node.items?.isEmpty == true, !mayThrow else { return }
        report("`\(argument.name)` is empty", at: Place(node), suggestion: "write it like `\(argument.example)`")
    }

    /// Returns texts with their names, at least one.
    func named(_ node: YAMLNode, _ rule: TextRule, of argument: Argument) -> [Value.Entry]? {
        let (name, example) = (argument.name, argument.example)
        let pairs = pairs(node, of: name, isEmpty: "is empty", example: example)
        return pairs?.compactMap { pair in
            guard let name = text(pair.key, rule, of: argument), let text = text(pair.value, .filled, of: argument)
            else { return nil }
            return Value.Entry(key: name, value: .text(text))
        }
    }

    /// Returns a text that a rule permits.
    func text(_ node: YAMLNode, _ rule: TextRule, of argument: Argument) -> String? {
        if rule == .role { return identifier(node, kind: "a role") }
        guard let text = text(node) else { return nil }
        guard !text.isEmpty, rule != .sortField || text != "-" else {
            report(
                "`\(argument.name)` has an empty text", at: Place(node),
                suggestion: "write it like `\(argument.example)`")
            return nil
        }
        if let most = limit(of: rule), text.utf8.count > most {
            report(
                "`\(argument.name)` has a text of \(text.utf8.count) bytes, which is a part of a request's path or query",
                at: Place(node), suggestion: "write at most \(most) bytes")
            return nil
        }
        return text
    }

    /// The most bytes of a text; nil without a limit. A server refuses longer parts of paths that a datagram can hold.
    private func limit(of rule: TextRule) -> Int? {
        guard case .part(let most) = rule else { return nil }
        return mayThrow ? TextRule.longestPart : most
    }
}
