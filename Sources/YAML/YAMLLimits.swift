/// How much a document may ask of its reader before it is refused.
public struct YAMLLimits: Hashable, Sendable {
    /// Bytes of text.
    public var bytes: Int
    /// Collections inside one another, aliases followed.
    public var depth: Int
    /// Scalars, sequences and mappings written out in the document.
    public var nodes: Int
    /// Scalars, sequences and mappings that stand for an alias, each time the alias is used.
    public var aliasedNodes: Int

    /// 1 MiB, 64 deep, 100,000 nodes, 10,000 nodes through aliases.
    public static let `default` = YAMLLimits(bytes: 1 << 20, depth: 64, nodes: 100_000, aliasedNodes: 10_000)

    /// Makes limits of bytes, depth, nodes, and nodes through aliases.
    public init(bytes: Int, depth: Int, nodes: Int, aliasedNodes: Int) {
        self.bytes = bytes
        self.depth = depth
        self.nodes = nodes
        self.aliasedNodes = aliasedNodes
    }
}
