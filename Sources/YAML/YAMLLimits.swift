/// The limits of a document.
package struct YAMLLimits: Hashable, Sendable {
    /// Bytes of text.
    package var bytes: Int
    /// Nesting depth, with aliases expanded.
    package var depth: Int
    /// Scalars, sequences and mappings that the document contains.
    package var nodes: Int
    /// Nodes that aliases expand to, counted at each use.
    package var aliasedNodes: Int

    /// 1 MiB, 64 deep, 100,000 nodes, 10,000 nodes through aliases.
    package static let `default` = YAMLLimits(bytes: 1 << 20, depth: 64, nodes: 100_000, aliasedNodes: 10_000)

    /// Creates limits.
    package init(bytes: Int, depth: Int, nodes: Int, aliasedNodes: Int) {
        self.bytes = bytes
        self.depth = depth
        self.nodes = nodes
        self.aliasedNodes = aliasedNodes
    }
}
