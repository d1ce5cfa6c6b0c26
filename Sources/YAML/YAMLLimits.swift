/// The limits of a document.
public struct YAMLLimits: Hashable, Sendable {
    /// Bytes of text.
    public var bytes: Int
    /// Nesting depth, with aliases expanded.
    public var depth: Int
    /// Scalars, sequences and mappings that the document contains.
    public var nodes: Int
    /// Nodes that aliases expand to, counted at each use.
    public var aliasedNodes: Int

    /// 1 MiB, 64 deep, 100,000 nodes, 10,000 nodes through aliases.
    public static let `default` = YAMLLimits(bytes: 1 << 20, depth: 64, nodes: 100_000, aliasedNodes: 10_000)

    /// Creates limits.
    public init(bytes: Int, depth: Int, nodes: Int, aliasedNodes: Int) {
        self.bytes = bytes
        self.depth = depth
        self.nodes = nodes
        self.aliasedNodes = aliasedNodes
    }
}
