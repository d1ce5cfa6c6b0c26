/// A node of a YAML document with its position: a scalar, a sequence or a mapping.
///
/// An alias is represented by its target, with the position of the alias.
package struct YAMLNode: Hashable, Sendable {
    /// The content of a node.
    package enum Content: Hashable, Sendable {
        /// A single piece of text.
        case scalar(Scalar)
        /// An ordered list.
        case sequence([YAMLNode])
        /// Keys and values in the order of the document, without duplicate keys.
        case mapping([Pair])
    }

    /// The content.
    package let content: Content
    /// The explicit tag, such as `!shout` or `tag:yaml.org,2002:str`.
    package let tag: String?
    /// The first character of the node.
    package let start: Mark
    /// The position after the last character.
    package let end: Mark

    /// Creates a node.
    package init(_ content: Content, tag: String? = nil, start: Mark = .start, end: Mark = .start) {
        self.content = content
        self.tag = tag
        self.start = start
        self.end = end
    }
}

extension YAMLNode {
    /// The scalar of a scalar node.
    package var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The items of a sequence.
    package var items: [YAMLNode]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    /// The pairs of a mapping.
    package var pairs: [Pair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    /// The value of a key in a mapping.
    package subscript(key: String) -> YAMLNode? {
        pairs?.first { $0.name == key }?.value
    }

    /// The kind, in words for messages: `a mapping`, `a list`, `nothing`, `text`, `a number`, …
    package var kind: String {
        switch content {
        case .mapping: "a mapping"
        case .sequence: "a list"
        case .scalar(let scalar): scalar.kind
        }
    }
}

extension YAMLNode {
    /// One entry of a mapping.
    package struct Pair: Hashable, Sendable {
        /// The key, always a scalar.
        package let key: YAMLNode
        /// The value.
        package let value: YAMLNode

        /// Creates an entry.
        package init(key: YAMLNode, value: YAMLNode) {
            self.key = key
            self.value = value
        }

        /// The text of the key.
        package var name: String { key.scalar?.text ?? "" }
    }
}
