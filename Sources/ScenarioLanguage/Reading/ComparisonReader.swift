import YAML

/// Reads a comparison of a value: the value itself, `none`, `unchanged`, or a mapping of operators.
struct ComparisonReader: NodeReader {
    let reading: FileReading

    /// Returns a comparison with a value of a packet or an entry, which has no first value.
    func readOnce(_ node: YAMLNode, of type: ValueType, what: String) -> Comparison? {
        guard let comparison = read(node, of: type, what: what) else { return nil }
        guard comparison.asksForFirst else { return comparison }
        report(
            "`unchanged` compares a property with its first value, and \(what.quoted) is not a property",
            at: Place(node), suggestion: "compare it with a value")
        return nil
    }

    func read(_ node: YAMLNode, of type: ValueType, what: String) -> Comparison? {
        switch node.content {
        case .mapping(let pairs):
            let isValue = type == .anything && !pairs.contains { Operator(rawValue: $0.name) != nil }
            if isValue { return .equal(anything(node)) }
            return operators(pairs, at: node, of: type, what: what)
        case .scalar(let scalar) where scalar.style == .plain:
            if scalar.text == "unchanged" { return .unchanged }
            if scalar.text == "none" { return none(node, of: type, what: what) }
            if scalar.isNull {
                report(
                    "expected \(type.expected), found nothing", at: Place(node),
                    suggestion: "write `none` when there is to be nothing")
                return nil
            }
        case .scalar, .sequence: break
        }
        guard let value = value(node, of: type, what: what) else { return nil }
        if type == .path, case .text(let pattern) = value { return .matches(pattern) }
        return .equal(value)
    }

    private func none(_ node: YAMLNode, of type: ValueType, what: String) -> Comparison? {
        switch type {
        // A list of something that is absent, such as the members of no ring, is none itself.
        case .users, .texts: return .oneOf([.equal(.list([])), .equal(.none)])
        case .word(.callingStates), .word(.protocols), .bytes:
            _ = value(node, of: type, what: what)
            return nil
        default: return .equal(.none)
        }
    }

    private func operators(
        _ pairs: [YAMLNode.Pair], at node: YAMLNode, of type: ValueType, what: String
    ) -> Comparison? {
        let known = type.operators.map(\.rawValue)
        if pairs.isEmpty {
            report(
                "an empty mapping asks for nothing", at: Place(node),
                suggestion: "it can hold \(Spelling.list(known, joinedBy: "or"))")
        }
        var all: [Comparison] = []
        for pair in pairs {
            guard let name = Operator(rawValue: pair.name), type.operators.contains(name) else {
                let message =
                    Operator(rawValue: pair.name) == nil
                    ? "there is no comparison \(pair.name.quoted)"
                    : "\(what.quoted) cannot be compared by \(pair.name.quoted)"
                report(message, at: Place(pair.key), suggestion: Spelling.suggestion(for: pair.name, in: known))
                continue
            }
            if let comparison = comparison(name, pair.value, of: type, what: what) { all.append(comparison) }
        }
        guard let first = all.first else { return nil }
        let comparison = all.count == 1 ? first : .all(all)
        if all.count == pairs.count { check(comparison, at: node, of: type, what: what) }
        return comparison
    }

    /// Reports a condition that no value meets, or that every value meets.
    private func check(_ comparison: Comparison, at node: YAMLNode, of type: ValueType, what: String) {
        guard !reading.context.isUnknown else { return }
        switch comparison.flaw(of: type, mayBeAbsent: type != .bytes && what != "count") {
        case .never:
            report(
                "\(what.quoted) is never \(comparison)", at: Place(node),
                suggestion: comparison.isAll ? "leave one of the conditions out" : "ask for a value that it can have")
        case .always:
            report(
                "\(what.quoted) is always \(comparison)", at: Place(node),
                suggestion: "leave it out, or ask for something that can fail")
        case nil: break
        }
    }

    private func comparison(
        _ name: Operator, _ node: YAMLNode, of type: ValueType, what: String
    ) -> Comparison? {
        switch name {
        case .not: read(node, of: type, what: what).map { .not($0) }
        case .oneOf: alternatives(node, of: type, what: what).map { .oneOf($0) }
        case .contains: parts(node, of: type, what: what).map { .contains($0) }
        case .matches: text(node).map { .matches($0) }
        case .before: moment(node).map { .before($0) }
        case .after: moment(node).map { .after($0) }
        case .count: count(node).map { .count($0) }
        case .atLeast: value(node, of: type, what: what).map { .atLeast($0) }
        case .atMost: value(node, of: type, what: what).map { .atMost($0) }
        case .moreThan: value(node, of: type, what: what).map { .moreThan($0) }
        case .lessThan: value(node, of: type, what: what).map { .lessThan($0) }
        }
    }

    /// Returns a count: a whole number, or a mapping of operators.
    func count(_ node: YAMLNode) -> Comparison? {
        guard node.scalar == nil else { return value(node, of: .count, what: "count").map { .equal($0) } }
        return readOnce(node, of: .count, what: "count")
    }

    private func alternatives(_ node: YAMLNode, of type: ValueType, what: String) -> [Comparison]? {
        guard let items = node.items, !items.isEmpty else {
            let message = node.items == nil ? "`oneOf` needs a list of values" : "`oneOf` needs at least one value"
            report(message, at: Place(node), suggestion: "write it in brackets, `[…]`")
            return nil
        }
        let all = items.map { read($0, of: type, what: what) }
        return all.contains(nil) ? nil : all.compactMap(\.self)
    }

    /// Returns the parts that a list or text must contain.
    private func parts(_ node: YAMLNode, of type: ValueType, what: String) -> [Comparison]? {
        guard node.items?.isEmpty != true, node.scalar?.text.isEmpty != true || node.scalar?.isNull == true else {
            report(
                "everything contains nothing", at: Place(node),
                suggestion: "name a part, or write `{count: 0}` for an empty list")
            return nil
        }
        if type == .users { return users(in: node).map { $0.map { .equal(.text($0)) } } }
        let items = (node.items ?? [node]).map { part($0, of: type, what: what) }
        return items.contains(nil) ? nil : items.compactMap(\.self)
    }

    /// Returns the comparison of one item of a list, or of a part of a text.
    private func part(_ node: YAMLNode, of type: ValueType, what: String) -> Comparison? {
        if type == .anything { return read(node, of: type, what: what) }
        if type == .texts, node.pairs != nil { return read(node, of: .text, what: what) }
        return text(node).map { .equal(.text($0)) }
    }

    /// Returns a value of a type.
    func value(_ node: YAMLNode, of type: ValueType, what: String) -> Value? {
        switch type {
        case .word(let words): return word(node, of: words).map { .text($0) }
        case .boolean: return boolean(node).map { .boolean($0) }
        case .number: return number(node)
        case .whole(let bounds): return whole(node, bounds)
        case .bytes: return datagramBytes(node).map { .integer($0) }
        case .duration: return duration(node).map { .duration($0) }
        case .text: return text(node).map { .text($0) }
        case .texts: return texts(node)
        case .user: return user(node).map { .text($0) }
        case .users: return userValue(node)
        case .call: return call(node).map { .text($0.cid) }
        case .error: return word(node, of: vocabulary.errorWords).map { .text($0) }
        case .anything: return anything(node)
        case .date:
            report(
                "\(what.quoted) is a point in time, which is not compared by being equal", at: Place(node),
                suggestion: "write `none`, `unchanged`, or an instant as in `{after: 2s}`")
            return nil
        case .path: return routePath(node).map { .text($0) }
        }
    }

    private func number(_ node: YAMLNode) -> Value? {
        guard let scalar = scalar(node, expecting: "a number") else { return nil }
        if let integer = scalar.integer { return .integer(integer) }
        if let number = scalar.double { return .number(number) }
        report("\(scalar.text.quoted) is not a number", at: Place(node), suggestion: Self.comparison(for: scalar.text))
        return nil
    }

    private func whole(_ node: YAMLNode, _ bounds: ClosedRange<Int64>) -> Value? {
        guard let scalar = scalar(node, expecting: "a number") else { return nil }
        if let number = scalar.integer, bounds.contains(number) { return .integer(number) }
        report(
            "\(scalar.text.quoted) is not \(ValueType.whole(bounds).expected)", at: Place(node),
            suggestion: Self.comparison(for: scalar.text))
        return nil
    }

    /// The bytes of the longest datagram of UDP over IPv4.
    private static let longestDatagram = 65_507

    private func datagramBytes(_ node: YAMLNode) -> Int64? {
        guard let count = bytes(node) else { return nil }
        guard count > Self.longestDatagram else { return count }
        report(
            "a datagram is never as long as \((node.scalar?.text ?? "").quoted)", at: Place(node),
            suggestion: "it has at most \(Self.longestDatagram)B")
        return nil
    }

    /// The comparison that a text with a sign, such as `> 2`, stands for.
    private static func comparison(for text: String) -> String? {
        let words = [(">=", "atLeast"), ("<=", "atMost"), (">", "moreThan"), ("<", "lessThan")]
        guard let (sign, word) = words.first(where: { text.hasPrefix($0.0) }) else { return nil }
        return "write `{\(word): \(text.dropFirst(sign.count).drop { $0 == " " })}`"
    }

    private func texts(_ node: YAMLNode) -> Value? {
        items(node, of: " of texts").map { .texts($0.compactMap { text($0) }) }
    }
}
