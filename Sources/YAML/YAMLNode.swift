/// A node of a YAML document with its position: a scalar, a sequence or a mapping.
///
/// An alias is represented by its target, with the position of the alias.
public struct YAMLNode: Hashable, Sendable {
    /// The content of a node.
    public enum Content: Hashable, Sendable {
        /// A single piece of text.
        case scalar(Scalar)
        /// An ordered list.
        case sequence([YAMLNode])
        /// Keys and values in the order of the document, without duplicate keys.
        case mapping([Pair])
    }

    /// The content.
    public let content: Content
    /// The explicit tag, such as `!shout` or `tag:yaml.org,2002:str`.
    public let tag: String?
    /// The first character of the node.
    public let start: Mark
    /// The position after the last character.
    public let end: Mark

    /// Creates a node.
    public init(_ content: Content, tag: String? = nil, start: Mark = .start, end: Mark = .start) {
        self.content = content
        self.tag = tag
        self.start = start
        self.end = end
    }
}

extension YAMLNode {
    /// The scalar of a scalar node.
    public var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The items of a sequence.
    public var items: [YAMLNode]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    /// The pairs of a mapping.
    public var pairs: [Pair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    /// The value of a key in a mapping.
    public subscript(key: String) -> YAMLNode? {
        pairs?.first { $0.name == key }?.value
    }

    /// The kind, in words for messages: `a mapping`, `a list`, `nothing`, `text`, `a number`, …
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

        /// Creates an entry.
        public init(key: YAMLNode, value: YAMLNode) {
            self.key = key
            self.value = value
        }

        /// The text of the key.
        public var name: String { key.scalar?.text ?? "" }
    }
}
