import YAML

/// The values of names in some part of a file.
struct Scope {
    /// The value of one name.
    struct Binding {
        let node: YAMLNode
        /// The place of the definition.
        let site: Site
        /// The number of values, including nested ones.
        let count: Int
        /// True when the value is unknown, while a sequence is checked without its parameters.
        let isUnknown: Bool

        init(_ node: YAMLNode, at site: Site, isUnknown: Bool = false) {
            self.node = node
            self.site = site
            self.isUnknown = isUnknown
            count = node.count
        }

        /// The value in a message.
        var shown: String { node.scalar?.text.quoted ?? node.kind }
    }

    private var bindings: [String: Binding] = [:]
    /// The names in the order of their definition.
    private(set) var names: [String] = []
    /// True when other names are meant to be defined, and a mistake in their definition is reported.
    var hasOthers = false

    subscript(name: String) -> Binding? { bindings[name] }

    /// Sets the value of a name, replacing a previous one.
    mutating func bind(_ name: String, to binding: Binding) {
        if bindings.updateValue(binding, forKey: name) == nil { names.append(name) }
    }
}

extension YAMLNode {
    /// The number of values, including nested ones.
    fileprivate var count: Int {
        switch content {
        case .scalar: 1
        case .sequence(let items): items.reduce(1) { $0 + $1.count }
        case .mapping(let pairs): pairs.reduce(1) { $0 + 1 + $1.value.count }
        }
    }

    /// Returns the node with all nested nodes at one place: that of the name that it replaces.
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
