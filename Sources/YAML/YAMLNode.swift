/// A piece of a YAML document that knows where it stands: a scalar, a sequence or a mapping.
///
/// An alias appears as the node that it stands for, with the marks of the alias.
public struct YAMLNode: Hashable, Sendable {
    /// What the node is.
    public enum Content: Hashable, Sendable {
        /// A single piece of text.
        case scalar(Scalar)
        /// An ordered list.
        case sequence([YAMLNode])
        /// Keys with their values, in the order of the document; no key stands twice.
        case mapping([Pair])
    }

    /// What the node is.
    public let content: Content
    /// The explicit tag, such as `!shout` or `tag:yaml.org,2002:str`; nil when none is written.
    public let tag: String?
    /// The first character of the node.
    public let start: Mark
    /// The place just after the last character of the node.
    public let end: Mark

    /// Makes a node of its content and its place.
    public init(_ content: Content, tag: String? = nil, start: Mark = .start, end: Mark = .start) {
        self.content = content
        self.tag = tag
        self.start = start
        self.end = end
    }
}

extension YAMLNode {
    /// The scalar, when the node is one.
    public var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The items of a sequence, when the node is one.
    public var items: [YAMLNode]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    /// The pairs of a mapping, when the node is one.
    public var pairs: [Pair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    /// The value of a key, when the node is a mapping that has it.
    public subscript(key: String) -> YAMLNode? {
        pairs?.first { $0.name == key }?.value
    }

    /// What the node is, in words for a message: `a mapping`, `a list`, `nothing`, `text`, `a number`, …
    public var kind: String {
        switch content {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar(let scalar): scalar.kind
        }
    }
}

extension YAMLNode {
    /// One entry of a mapping.
    public struct Pair: Hashable, Sendable {
        /// The key, always a scalar.
        public let key: YAMLNode
        /// The value.
        public let value: YAMLNode

        /// Makes an entry of a mapping.
        public init(key: YAMLNode, value: YAMLNode) {
            self.key = key
            self.value = value
        }

        /// The text of the key.
        public var name: String { key.scalar?.text ?? "" }
    }
}
