import YAML

/// Replaces names in a file, `${name}`, with their values.
struct Substitution: NodeReader {
    let reading: FileReading

    /// Returns a node with the values of its names.
    func callAsFunction(_ node: YAMLNode) -> YAMLNode {
        switch node.content {
        case .scalar(let scalar):
            return Template.isLikely(scalar.text) ? substituted(scalar, in: node) : node
        case .sequence(let items):
            var changed: [YAMLNode] = []
            changed.reserveCapacity(items.count)
            for item in items { changed.append(self(item)) }
            return YAMLNode(.sequence(changed), tag: node.tag, start: node.start, end: node.end)
        case .mapping(let pairs):
            return YAMLNode(.mapping(self(pairs)), tag: node.tag, start: node.start, end: node.end)
        }
    }

    /// Returns pairs with the values of their names; the values of `keys` are unchanged.
    func callAsFunction(_ pairs: [YAMLNode.Pair], but keys: [String] = []) -> [YAMLNode.Pair] {
        var changed: [YAMLNode.Pair] = []
        var isKeyChanged = false
        changed.reserveCapacity(pairs.count)
        for pair in pairs {
            let key = self(pair.key)
            isKeyChanged = isKeyChanged || key != pair.key
            guard key.scalar != nil else {
                report("\(key.kind) cannot be a key", at: Place(pair.key))
                continue
            }
            changed.append(.init(key: key, value: keys.contains(pair.name) ? pair.value : self(pair.value)))
        }
        return isKeyChanged ? distinct(changed) : changed
    }

    /// Reports keys that became equal by substitution.
    private func distinct(_ pairs: [YAMLNode.Pair]) -> [YAMLNode.Pair] {
        var first: [String: YAMLNode] = [:]
        return pairs.filter { pair in
            guard let other = first.updateValue(pair.key, forKey: pair.name) else { return true }
            report(
                "the key \(pair.name.quoted) appears twice in one mapping", at: Place(pair.key),
                related: [(Place(other), "the first one is here")])
            return false
        }
    }

    private func substituted(_ scalar: YAMLNode.Scalar, in node: YAMLNode) -> YAMLNode {
        let template: Template
        do throws(Template.Flaw) {
            template = try Template(scalar.text)
        } catch {
            report(flaw: error, at: node)
            return unknown(node)
        }
        if let name = template.only {
            guard let binding = binding(name, in: node), canPut(binding.count, in: node) else { return unknown(node) }
            return binding.node.moved(to: node)
        }
        var text = ""
        for piece in template.pieces {
            switch piece {
            case .text(let plain): text += plain
            case .name(let name):
                guard let binding = binding(name, in: node), let part = part(binding, name, in: node) else {
                    return unknown(node)
                }
                text += part
            }
        }
        guard text.utf8.count <= limits.text else {
            let most = limits.text
            report("a text can have at most \(most) bytes when its names are put in", at: Place(node))
            return unknown(node)
        }
        guard canPut(1 + text.utf8.count / 64, in: node) else { return unknown(node) }
        return YAMLNode(.scalar(.init(text, style: scalar.style)), tag: node.tag, start: node.start, end: node.end)
    }

    /// Marks a node as unknown, so that no other problem is reported for it.
    private func unknown(_ node: YAMLNode) -> YAMLNode {
        let binding = Scope.Binding(node, at: site(of: node), isUnknown: true)
        reading.context.notes[node.start, default: []].append(.init(name: "", binding: binding))
        return node
    }

    private func binding(_ name: String, in node: YAMLNode) -> Scope.Binding? {
        let scope = reading.context.scope
        guard let binding = scope[name] else {
            guard !scope.hasOthers else {
                reading.problems.pass()
                return nil
            }
            let names = scope.names.filter { scope[$0]?.isUnknown == reading.context.isUnknown }
            report(
                "there is no variable or parameter \(name.quoted) here", at: Place(node),
                suggestion: names.isEmpty
                    ? "give it a value, such as `variables: {\(name): …}`; `$${` stands for `${` itself"
                    : Spelling.suggestion(for: name, in: names))
            return nil
        }
        reading.usedNames.insert(name)
        reading.context.notes[node.start, default: []].append(.init(name: name, binding: binding))
        return binding
    }

    private func part(_ binding: Scope.Binding, _ name: String, in node: YAMLNode) -> String? {
        if let text = binding.node.scalar?.text { return text }
        report(
            "`${\(name)}` is \(binding.node.kind), which cannot be a part of a text", at: Place(node),
            suggestion: "write it alone, without other text")
        return nil
    }

    /// Returns true when names may have `count` more values: nested values grow exponentially.
    private func canPut(_ count: Int, in node: YAMLNode) -> Bool {
        guard reading.budget.values >= 0 else { return false }
        reading.budget.values -= count
        let most = limits.values
        if reading.budget.values < 0 {
            report("names can be replaced by at most \(most) values in one scenario", at: Place(node))
        }
        return reading.budget.values >= 0
    }

    private func report(flaw: Template.Flaw, at node: YAMLNode) {
        let literal = "`$${` stands for `${` itself"
        switch flaw {
        case .unclosed:
            report("`${` without its `}`", at: Place(node), suggestion: "write it like `${limit}`; \(literal)")
        case .noName(let text) where reading.context.scope[text] != nil || reading.context.scope.hasOthers:
            reading.problems.pass()
        case .noName(let text):
            report(
                "\(text.quoted) between braces is not a name", at: Place(node),
                suggestion: "write it like `${limit}`; \(literal)")
        }
    }

    /// Returns a text with the values of its names, for messages; unchanged when a value is unknown.
    func shown(_ text: String) -> String {
        guard Template.isLikely(text), !reading.context.isUnknown, let template = try? Template(text) else {
            return text
        }
        return template.pieces.map { piece in
            switch piece {
            case .text(let plain): plain
            case .name(let name): reading.context.scope[name]?.node.scalar?.text ?? "${\(name)}"
            }
        }.joined()
    }
}
