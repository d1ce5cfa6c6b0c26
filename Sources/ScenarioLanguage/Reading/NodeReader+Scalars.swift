import Timing
import YAML

extension NodeReader {
    /// Returns a scalar that is not empty.
    func scalar(_ node: YAMLNode, expecting what: String) -> YAMLNode.Scalar? {
        guard let scalar = node.scalar else {
            report("expected \(what), not \(node.kind)", at: Place(node))
            return nil
        }
        guard !scalar.isNull else {
            report("expected \(what), found nothing", at: Place(node))
            return nil
        }
        return scalar
    }

    /// Returns a text of any kind.
    func text(_ node: YAMLNode) -> String? {
        scalar(node, expecting: "a text")?.text
    }

    /// Returns a text that a program can be given: in one with a zero byte, the rest would be lost.
    func programText(_ node: YAMLNode) -> String? {
        guard let text = text(node) else { return nil }
        guard text.utf8.contains(0) else { return text }
        report("a text for a program cannot have a zero byte", at: Place(node), suggestion: "leave out `\\0`")
        return nil
    }

    /// Returns a text of one line.
    func line(_ node: YAMLNode, kind: String) -> String? {
        guard let text = scalar(node, expecting: "a text")?.text else { return nil }
        let isOneLine = !text.contains(where: \.isNewline) && !text.allSatisfy(\.isWhitespace)
        guard isOneLine, text.count <= 200 else {
            report("\(kind) is one line of at most 200 characters", at: Place(node))
            return nil
        }
        return text
    }

    /// Returns a word that is a valid name of a folder.
    func identifier(_ node: YAMLNode, kind: String) -> String? {
        guard let text = scalar(node, expecting: kind)?.text else { return nil }
        guard text.isFolderName, text.utf8.count <= 64 else {
            report(
                "\(text.quoted) cannot be \(kind)", at: Place(node),
                suggestion: "use at most 64 letters, digits, `-`, `_` and `.`, and start with a letter or digit")
            return nil
        }
        return text
    }

    /// Returns a name of letters, digits, `-` and `_`; `problem` follows the quoted text in a message.
    func name(_ node: YAMLNode, expecting what: String, problem: (String) -> String) -> String? {
        guard let text = scalar(node, expecting: what)?.text else { return nil }
        if text.isName { return text }
        report(
            problem(text.quoted), at: Place(node),
            suggestion: "use at most 64 letters, digits, `-` and `_`, and start with a letter")
        return nil
    }

    /// Returns the name of a new participant or program, which is not one of the language's own words.
    func hostName(_ node: YAMLNode, kind: String) -> String? {
        let text = node.scalar?.text ?? ""
        guard !Cast.reserved.contains(text) else {
            report(
                "\(kind) cannot be called \(text.quoted), which means something else", at: Place(node),
                suggestion: "give it another name")
            return nil
        }
        return name(node, expecting: "the name of \(kind)", problem: { "\(kind) cannot be called \($0)" })
    }

    /// Returns a name that is valid between `${` and `}`.
    func placeholderName(_ node: YAMLNode, kind: String) -> String? {
        name(node, expecting: "the name of \(kind)", problem: { "\($0) cannot be the name of \(kind)" })
    }

    func identifiers(_ node: YAMLNode, kind: String) -> [String] {
        (items(node) ?? []).compactMap { identifier($0, kind: kind) }
    }

    func boolean(_ node: YAMLNode) -> Bool? {
        guard let scalar = scalar(node, expecting: "true or false") else { return nil }
        if let value = scalar.boolean { return value }
        let meant = ["yes": "true", "on": "true", "no": "false", "off": "false"][scalar.text.lowercased()]
        if scalar.isQuotedBoolean {
            report(
                "`\"\(scalar.text)\"` is a text, neither true nor false", at: Place(node),
                suggestion: "write `\(scalar.text)`, without quotes")
        } else {
            report(
                "\(scalar.text.quoted) is neither true nor false", at: Place(node),
                suggestion: meant.map { "write `\($0)`" })
        }
        return nil
    }

    /// Returns a whole number within bounds.
    func number(_ node: YAMLNode, in bounds: ClosedRange<Int>) -> Int? {
        guard let scalar = scalar(node, expecting: "a number") else { return nil }
        if let number = scalar.integer.flatMap({ Int(exactly: $0) }), bounds.contains(number) { return number }
        report(
            "\(scalar.text.quoted) is not a whole number from \(bounds.lowerBound) to \(bounds.upperBound)",
            at: Place(node),
            suggestion: scalar.text.contains(where: \.isLetter)
                ? "write it in digits, such as `\(min(max(3, bounds.lowerBound), bounds.upperBound))`" : nil)
        return nil
    }

    func duration(_ node: YAMLNode) -> Duration? {
        scalar(node, expecting: ValueType.duration.expected).flatMap { duration($0.text, at: node) }
    }

    /// Returns a duration that the wire has as a number of these units.
    func duration(_ node: YAMLNode, inWhole unit: Duration) -> Duration? {
        guard let duration = duration(node) else { return nil }
        let rest = duration.nanoseconds % unit.nanoseconds
        guard rest != 0 else { return duration }
        let less = duration - .nanoseconds(rest)
        report(
            "\((node.scalar?.text ?? "").quoted) is not a multiple of \(unit.written), and a fraction would be lost",
            at: Place(node), suggestion: "write `\(less.written)` or `\((less + unit).written)`")
        return nil
    }

    /// Returns the duration in a node's text or in a part of it.
    func duration(_ text: String, at node: YAMLNode) -> Duration? {
        refusable(node) { (limits) throws(Units.Refusal) in
            try Units.duration(text, longest: limits.duration)
        }
    }

    func share(_ node: YAMLNode) -> Double? {
        guard let scalar = scalar(node, expecting: "a percentage, such as 20%") else { return nil }
        return refusable(node) { (_) throws(Units.Refusal) in try Units.share(scalar.text) }
    }

    func bytes(_ node: YAMLNode) -> Int64? {
        guard let scalar = scalar(node, expecting: ValueType.bytes.expected) else { return nil }
        return refusable(node) { (_) throws(Units.Refusal) in try Units.bytes(scalar.text) }
    }

    func rate(_ node: YAMLNode) -> Int64? {
        guard let scalar = scalar(node, expecting: "a bandwidth with its unit, such as 256kbit/s") else { return nil }
        return refusable(node) { (_) throws(Units.Refusal) in try Units.rate(scalar.text) }
    }

    private func refusable<Result>(
        _ node: YAMLNode, _ read: (ScenarioLimits) throws(Units.Refusal) -> Result
    ) -> Result? {
        do throws(Units.Refusal) {
            return try read(limits)
        } catch {
            report(error.message, at: Place(node), suggestion: error.suggestion)
            return nil
        }
    }

    /// Returns the name of a file, relative to the scenario's folder.
    ///
    /// - Parameter isInside: True when the file must be in that folder or below it.
    func fileName(_ node: YAMLNode, folder: String, isInside: Bool = false, example: String) -> String? {
        guard let name = line(node, kind: "a file's name") else { return nil }
        let leaves = isInside && name.split(separator: "/").contains("..")
        if !name.hasPrefix("/"), !name.hasSuffix("/"), !leaves { return name }
        report("\(name.quoted) is not seen from the \(folder)", at: Place(node), suggestion: example)
        return nil
    }

    /// Returns one of a set of words.
    func word(_ node: YAMLNode, of words: Words) -> String? {
        guard let text = scalar(node, expecting: ValueType.word(words).expected)?.text else { return nil }
        return word(text, of: words, at: Place(node))
    }

    func word(_ text: String, of words: Words, at place: Place) -> String? {
        if words.all.contains(text) { return text }
        report(
            "\(text.quoted) is not \(words.article) \(words.kind)", at: place,
            suggestion: Spelling.suggestion(for: text, in: words.all))
        return nil
    }

    /// Returns a path, or a pattern of paths.
    func path(_ node: YAMLNode) -> String? {
        guard let text = scalar(node, expecting: "a path")?.text else { return nil }
        guard text.hasPrefix("/") || text.hasPrefix("*") else {
            report(
                "\(text.quoted) is not a path", at: Place(node),
                suggestion: "start it with `/`, or with `*` for anything before, as in `\"*/\(text)\"`")
            return nil
        }
        return text
    }

    /// Returns a value of any type, as in custom data.
    func anything(_ node: YAMLNode) -> Value {
        switch node.content {
        case .sequence(let items): return .list(items.map { anything($0) })
        case .mapping(let pairs): return .map(entries(pairs))
        case .scalar(let scalar):
            if scalar.isNull { return .none }
            if let flag = scalar.boolean { return .boolean(flag) }
            if let number = scalar.integer { return .integer(number) }
            return scalar.double.map { .number($0) } ?? .text(scalar.text)
        }
    }

    func entries(_ pairs: [YAMLNode.Pair]) -> [Value.Entry] {
        pairs.map { Value.Entry(key: $0.name, value: anything($0.value)) }
    }
}

extension String {
    /// True when the text is a valid name of a participant, a variable or a mark.
    var isName: Bool {
        let starts = unicodeScalars.first.map { $0.isLetterOrDigit && !("0"..."9").contains($0) } ?? false
        let fits = unicodeScalars.allSatisfy { $0.isLetterOrDigit || $0 == "-" || $0 == "_" }
        return starts && fits && utf8.count <= 64
    }

    /// True when the text is a valid folder name, like the ids of scenarios: letters, digits, `-`, `_` and `.`,
    /// beginning with a letter or digit.
    package var isFolderName: Bool {
        let starts = unicodeScalars.first.map { $0.isLetterOrDigit } ?? false
        return starts && unicodeScalars.allSatisfy { $0.isLetterOrDigit || "-_.".unicodeScalars.contains($0) }
    }
}

extension Unicode.Scalar {
    package var isLetterOrDigit: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}

extension YAMLNode.Scalar {
    /// True for a text that would be a Boolean value without its quotes.
    fileprivate var isQuotedBoolean: Bool { style != .plain && (text == "true" || text == "false") }
}
