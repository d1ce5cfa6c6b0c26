import YAML

/// Reads expectations on the parts of bodies, and compares their paths and values with the tables of the wire.
struct BodyReader: NodeReader {
    let reading: FileReading
    /// The forms that the body may have; empty when none is known.
    let forms: [WireTables.Shape]

    func read(_ node: YAMLNode) -> [PacketFilter.BodyTest] {
        let example = "body: {type: call.accepted}"
        let pairs = pairs(node, of: "body", isEmpty: "asks for nothing", example: example) ?? []
        return pairs.compactMap { test($0) }
    }

    private func test(_ pair: YAMLNode.Pair) -> PacketFilter.BodyTest? {
        let forms = check(pair.name, at: pair.key)
        guard let comparison = comparisons.readOnce(pair.value, of: .anything, what: pair.name) else { return nil }
        if let forms, !reading.context.isUnknown { check(comparison, of: pair, forms) }
        return .init(path: pair.name, comparison: comparison)
    }

    // MARK: Paths

    /// Returns the forms at the end of a path; nil when they are unknown, or the path is reported.
    private func check(_ path: String, at node: YAMLNode) -> [WireTables.Shape]? {
        guard !reading.context.isUnknown(node) else { return nil }
        let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !forms.isEmpty else {
            if keys.contains("") { reportEmptyPart(of: path, at: node) }
            return nil
        }
        switch vocabulary.wire.reach(keys, from: forms) {
        case .open: return nil
        case .forms(let forms): return forms
        case .deadEnd(let index, let known):
            if keys[index].isEmpty {
                reportEmptyPart(of: path, at: node)
            } else if !reading.hasIntruder || !reading.mentions(keys[index], outside: node) {
                report(keys, deadEndAt: index, known, at: node)
            }
            return nil
        }
    }

    private func reportEmptyPart(of path: String, at node: YAMLNode) {
        report(
            "the path \(path.quoted) has an empty part", at: Place(node),
            suggestion: "join keys with single dots, such as `members.user.id`")
    }

    private func report(_ keys: [String], deadEndAt index: Int, _ known: [String], at node: YAMLNode) {
        let offset = keys.prefix(index).reduce(0) { $0 + $1.unicodeScalars.count + 1 }
        let place = place(of: keys[index], after: offset, in: node)
        guard index > 0 else {
            return report(
                known.isEmpty ? "such a packet has no body" : "the body of such a packet has no \(keys[0].quoted)",
                at: place, suggestion: Spelling.suggestion(for: keys[0], in: known))
        }
        let owner = keys.prefix(index).joined(separator: ".").quoted
        report(
            known.isEmpty
                ? "\(owner) of such a body has no parts" : "\(owner) of such a body has no \(keys[index].quoted)",
            at: place,
            suggestion: known.isEmpty ? "end the path there" : Spelling.suggestion(for: keys[index], in: known))
    }

    // MARK: Values

    /// Reports a value that the part of a body never has.
    private func check(_ comparison: Comparison, of pair: YAMLNode.Pair, _ forms: [WireTables.Shape]) {
        guard let mismatch = comparison.mismatch(of: forms), let first = forms.first else {
            return checkUsers(comparison, of: pair)
        }
        let expected = Set(forms.map(\.expected)).count == 1 ? first.expected : "of another type"
        report(
            "\(pair.name.quoted) is \(expected), and never \(mismatch)", at: Place(pair.value),
            suggestion: advice(mismatch, first))
    }

    /// Reports a user that no participant has.
    private func checkUsers(_ comparison: Comparison, of pair: YAMLNode.Pair) {
        guard let cast, !reading.hasIntruder, !cast.byName.values.contains(where: { $0.part != nil }) else { return }
        let keys = pair.name.split(separator: ".").filter { Int($0) == nil }
        let isUser = WireTables.isUser(keys)
        let isOfUsers = keys.count > 1 && ["missed_by", "accepted_by", "rejected_by"].contains(keys[keys.count - 2])
        let named = isUser ? comparison.texts : isOfUsers ? [String(keys[keys.count - 1])] : []
        for user in named where cast.users(user) == nil {
            report(
                "there is no user \(user.quoted)", at: Place(isUser ? pair.value : pair.key),
                suggestion: Spelling.suggestion(for: user, in: cast.users))
        }
    }

    private func advice(_ mismatch: Comparison, _ form: WireTables.Shape) -> String? {
        guard case .equal(let value) = mismatch else { return nil }
        if case .list(let inner) = form, inner.admits(value) {
            return "write `[\(value)]`, or `{contains: [\(value)]}`"
        }
        if case .text = value { return nil }
        return form.admits(.text("\(value)")) ? "put it in quotes, `\"\(value)\"`" : nil
    }
}

extension WireTables {
    private static let keysOfUsers: Set<Substring> = [
        "user_id", "user_ids", "from_user_id", "muted_user_ids", "rung_user_ids", "blocked_user_ids", "members_ids",
        "speaker_id",
    ]

    /// Returns true when a path, without the indices in it, ends with the id of a user.
    fileprivate static func isUser(_ keys: [Substring]) -> Bool {
        guard let last = keys.last else { return false }
        let owner = keys.dropLast().last ?? ""
        let isUser = owner == "me" || owner == "user" || owner.hasSuffix("_user")
        return keysOfUsers.contains(last) || last == "id" && isUser
    }
}

extension Comparison {
    /// The texts that it compares with.
    fileprivate var texts: [String] {
        switch self {
        case .equal(.text(let text)): [text]
        case .equal(.list(let values)): values.flatMap { Comparison.equal($0).texts }
        case .not(let comparison): comparison.texts
        case .oneOf(let all), .all(let all), .contains(let all): all.flatMap(\.texts)
        default: []
        }
    }
}
