import YAML

extension NodeReader {
    /// Returns the participants that a text names: one, several separated by commas, a group, or everyone.
    ///
    /// `node` is the scalar with the text.
    func participants(named text: some StringProtocol, in node: YAMLNode) -> [String]? {
        if let all = cast?.participants(String(text)) { return all }
        var found: [String] = []
        var seen: Set<String> = []
        var written: Set<String> = []
        var isComplete = true
        var offset = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part.drop { $0 == " " }).trimmingEnd
            let place = place(of: name, after: offset + part.prefix { $0 == " " }.unicodeScalars.count, in: node)
            offset += part.unicodeScalars.count + 1
            if !written.insert(name).inserted, !name.isEmpty { reportAgain(name, at: place) }
            guard let cast else {
                found.append(name)
                continue
            }
            guard let names = cast.participants(name) else {
                reportUnknownName(name, at: place, words: { cast.participantWords })
                isComplete = false
                continue
            }
            found += names.filter { seen.insert($0).inserted }
            isComplete = isComplete && canName(names.count, at: place)
        }
        return isComplete ? found : nil
    }

    /// Returns the participants in a node: a name, or a list of names.
    func participants(in node: YAMLNode) -> [String]? {
        distinctNames(node) {
            $0.participants($1)
        } words: {
            $0.participantWords
        }
    }

    /// Returns the participants, programs and servers in a node: a name, or a list of names.
    func hosts(in node: YAMLNode) -> [String]? {
        if let text = node.scalar?.text, text.contains(",") { return participants(named: text, in: node) }
        return distinctNames(node) {
            $0.hosts($1)
        } words: {
            $0.participantWords + $0.servers + $0.programs
        }
    }

    /// Returns the users in a node, named by participants, groups, everyone or their own names.
    func users(in node: YAMLNode) -> [String]? {
        names(node, expecting: "a participant") {
            $0.users($1)
        } words: {
            $0.userWords
        }
    }

    /// Returns the users in a node as a value; each group is converted only once.
    func userValue(_ node: YAMLNode) -> Value? {
        if let text = node.scalar?.text, let known = reading.userValues[text] { return known }
        let value = users(in: node).map { Value.texts($0) }
        if let text = node.scalar?.text { reading.userValues[text] = value }
        return value
    }

    /// Returns the only user in a node.
    func user(_ node: YAMLNode) -> String? {
        guard node.scalar != nil else {
            report("expected one participant, not \(node.kind)", at: Place(node))
            return nil
        }
        guard let users = users(in: node) else { return nil }
        guard let user = users.first, users.count == 1 else {
            report(
                "\((node.scalar?.text ?? "").quoted) stands for \(users.count) participants, where one is expected",
                at: Place(node))
            return nil
        }
        return user
    }

    /// Returns the names in a node, which is not empty and has none twice.
    private func distinctNames(
        _ node: YAMLNode, find: (Cast, String) -> [String]?, words: (Cast) -> [String]
    ) -> [String]? {
        if node.items?.isEmpty == true {
            report("the list names no participant", at: Place(node), suggestion: "write it like `[\(anyName)]`")
        }
        var written: Set<String> = []
        for item in node.items ?? [] {
            if let name = item.scalar?.text, !written.insert(name).inserted { reportAgain(name, at: Place(item)) }
        }
        return names(node, expecting: "a participant", find: find, words: words)
    }

    private func reportAgain(_ name: String, at place: Place) {
        report("\(name.quoted) is named twice", at: place, suggestion: "leave one of them out")
    }

    private func names(
        _ node: YAMLNode, expecting what: String, find: (Cast, String) -> [String]?, words: (Cast) -> [String]
    ) -> [String]? {
        if node.pairs != nil {
            report("expected \(what) or a list of them, not \(node.kind)", at: Place(node))
            return nil
        }
        var found: [String] = []
        var isComplete = true
        for item in node.items ?? [node] {
            guard let name = scalar(item, expecting: what)?.text else {
                isComplete = false
                continue
            }
            guard let cast else {
                found.append(name)
                continue
            }
            guard let names = find(cast, name) else {
                reportUnknownName(name, at: Place(item), words: { words(cast) })
                isComplete = false
                continue
            }
            guard node.items != nil else { return names }
            found += names
            isComplete = isComplete && canName(names.count, at: Place(item))
        }
        return isComplete ? found : nil
    }

    /// Returns true when the lists of names may grow by `count`; groups make short texts long.
    func canName(_ count: Int, at place: Place) -> Bool {
        let most = limits.names
        guard reading.budget.names >= count else {
            if reading.budget.names >= 0 {
                report("the lists of participants in this scenario are longer than \(most) altogether", at: place)
            }
            reading.budget.names = -1
            return false
        }
        reading.budget.names -= count
        return true
    }

    private func reportUnknownName(_ name: String, at place: Place, words: () -> [String]) {
        report(
            name.isEmpty ? "the name of a participant is missing" : "there is no participant \(name.quoted)",
            at: place, suggestion: suggestion(forHost: name, in: words()))
    }

    /// Returns the suggestion for an unknown participant or server.
    func suggestion(forHost name: String, in words: [String]) -> String? {
        guard let cast, name.hasPrefix("sfu-") else { return Spelling.suggestion(for: name, in: words) }
        guard cast.sfuCount > 1 else {
            return "there is one SFU, and it is called `sfu`; `settings: {sfus: 2}` makes two, `sfu-1` and `sfu-2`"
        }
        return "the SFUs are \(Spelling.list(cast.edges, joinedBy: "and"))"
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        guard let last = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...last])
    }
}
