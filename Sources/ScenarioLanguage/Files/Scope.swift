import YAML

/// What names stand for in some part of a file.
struct Scope {
    /// What one name stands for.
    struct Binding {
        let node: YAMLNode
        /// Where it was given.
        let site: Site
        /// How many values it is, those inside it too.
        let count: Int
        /// Whether what it stands for is not known: steps are checked that nobody does yet.
        let isUnknown: Bool

        init(_ node: YAMLNode, at site: Site, isUnknown: Bool = false) {
            self.node = node
            self.site = site
            self.isUnknown = isUnknown
            count = node.count
        }

        /// The value for a message.
        var shown: String { node.scalar?.text.quoted ?? node.kind }
    }

    private var bindings: [String: Binding] = [:]
    /// The names, in the order in which they were given.
    private(set) var names: [String] = []

    subscript(name: String) -> Binding? { bindings[name] }

    /// Lets a name stand for something, in place of what it stood for.
    mutating func bind(_ name: String, to binding: Binding) {
        if bindings.updateValue(binding, forKey: name) == nil { names.append(name) }
    }
}

extension YAMLNode {
    /// How many values it is, those inside it too.
    fileprivate var count: Int {
        switch content {
        case .scalar: 1
        case .sequence(let items): items.reduce(1) { $0 + $1.count }
        case .mapping(let pairs): pairs.reduce(1) { $0 + 1 + $1.value.count }
        }
    }

    /// The node with all that is in it at one place: that of the name that stands for it.
    func moved(to place: YAMLNode) -> YAMLNode {
        switch content {
        case .scalar: return YAMLNode(content, tag: tag, start: place.start, end: place.end)
        case .sequence(let items):
            let moved = items.map { $0.moved(to: place) }
            return YAMLNode(.sequence(moved), tag: tag, start: place.start, end: place.end)
        case .mapping(let pairs):
            let moved = pairs.map { Pair(key: $0.key.moved(to: place), value: $0.value.moved(to: place)) }
            return YAMLNode(.mapping(moved), tag: tag, start: place.start, end: place.end)
        }
    }
}
