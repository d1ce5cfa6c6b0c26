/// Builds the tree of nodes from libyaml's events, within limits.
struct TreeBuilder: ~Copyable {
    /// The target of an anchor: its node with its size, or no node while that is being read.
    private struct Anchor {
        var mark: Mark
        var tree: Tree?
    }

    /// A node with its number of nodes and its depth, aliases expanded.
    private struct Tree {
        var node: YAMLNode
        var count = 1
        var height = 0
    }

    private let reader: EventReader
    private let limits: YAMLLimits
    private var anchors: [String: Anchor] = [:]
    private var nodes = 0
    private var aliased = 0

    init(reader: consuming EventReader, limits: YAMLLimits) {
        self.reader = reader
        self.limits = limits
    }

    /// Returns the only document of the text.
    mutating func document() throws(YAMLError) -> YAMLNode {
        var event = try reader.next()
        if case .streamStart = event.content { event = try reader.next() }
        guard case .documentStart = event.content else { throw .empty }
        let tree = try tree(from: try reader.next(), depth: 1)
        _ = try reader.next()
        let after = try reader.next()
        guard case .streamEnd = after.content else { throw .severalDocuments(at: after.start) }
        return tree.node
    }

    private mutating func tree(from event: YAMLEvent, depth: Int) throws(YAMLError) -> Tree {
        if case .alias(let name) = event.content { return try expand(name, event, depth: depth) }
        nodes += 1
        guard nodes <= limits.nodes else { throw .tooManyNodes(limit: limits.nodes, at: event.start) }
        if let name = event.anchor { anchors[name] = Anchor(mark: event.start, tree: nil) }
        let tree =
            switch event.content {
            case .sequenceStart: try sequence(event, depth: depth)
            case .mappingStart: try mapping(event, depth: depth)
            case .scalar(let scalar):
                Tree(node: YAMLNode(.scalar(scalar), tag: event.tag, start: event.start, end: event.end))
            default: throw YAMLError.empty
            }
        if let name = event.anchor { anchors[name] = Anchor(mark: event.start, tree: tree) }
        return tree
    }

    private mutating func expand(_ name: String, _ event: YAMLEvent, depth: Int) throws(YAMLError) -> Tree {
        guard let anchor = anchors[name] else { throw .undefinedAlias(alias: name, at: event.start) }
        guard var tree = anchor.tree else { throw .aliasOfItself(alias: name, at: event.start, anchor: anchor.mark) }
        guard depth - 1 + tree.height <= limits.depth else { throw .tooDeep(limit: limits.depth, at: event.start) }
        aliased += tree.count
        guard aliased <= limits.aliasedNodes else {
            throw .aliasesExplode(alias: name, limit: limits.aliasedNodes, at: event.start, anchor: anchor.mark)
        }
        tree.node = YAMLNode(tree.node.content, tag: tree.node.tag, start: event.start, end: event.end)
        return tree
    }

    private mutating func sequence(_ event: YAMLEvent, depth: Int) throws(YAMLError) -> Tree {
        var items: [YAMLNode] = []
        guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth, at: event.start) }
        var whole = Tree(node: YAMLNode(.sequence([])), height: 1)
        var next = try reader.next()
        while !next.endsCollection {
            items.append(try child(from: next, of: &whole, depth: depth))
            next = try reader.next()
        }
        let end = event.isBlock ? items.last?.end ?? event.end : next.end
        whole.node = YAMLNode(.sequence(items), tag: event.tag, start: event.start, end: end)
        return whole
    }

    private mutating func mapping(_ event: YAMLEvent, depth: Int) throws(YAMLError) -> Tree {
        var pairs: [YAMLNode.Pair] = []
        var seen: [String: Mark] = [:]
        guard depth <= limits.depth else { throw .tooDeep(limit: limits.depth, at: event.start) }
        var whole = Tree(node: YAMLNode(.mapping([])), height: 1)
        var next = try reader.next()
        while !next.endsCollection {
            let key = try child(from: next, of: &whole, depth: depth)
            try check(key, against: &seen)
            let value = try child(from: try reader.next(), of: &whole, depth: depth)
            pairs.append(YAMLNode.Pair(key: key, value: value))
            next = try reader.next()
        }
        let end = event.isBlock ? pairs.last?.value.end ?? event.end : next.end
        whole.node = YAMLNode(.mapping(pairs), tag: event.tag, start: event.start, end: end)
        return whole
    }

    private mutating func child(from event: YAMLEvent, of whole: inout Tree, depth: Int) throws(YAMLError) -> YAMLNode {
        let child = try tree(from: event, depth: depth + 1)
        whole.count += child.count
        whole.height = max(whole.height, child.height + 1)
        return child.node
    }

    private func check(_ key: YAMLNode, against seen: inout [String: Mark]) throws(YAMLError) {
        guard let scalar = key.scalar else { throw .keyIsNoScalar(kind: key.kind, at: key.start) }
        if scalar.text == "<<", scalar.style == .plain { throw .mergeKey(at: key.start) }
        if let first = seen.updateValue(key.start, forKey: scalar.text) {
            throw .duplicateKey(key: scalar.text, at: key.start, first: first)
        }
    }
}

extension YAMLEvent {
    fileprivate var endsCollection: Bool {
        switch content {
        case .sequenceEnd, .mappingEnd: true
        default: false
        }
    }
}
