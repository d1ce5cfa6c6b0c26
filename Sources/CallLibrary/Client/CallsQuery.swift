public import Signaling
public import Wire

/// A query of calls.
public struct CallsQuery: Hashable, Sendable {
    /// The number of calls per page, from 1 to 100.
    public var pageSize: Int
    /// The order of the calls.
    public var sortParams: [SortParam]
    /// The conditions of the calls, such as `["ended_at": nil]`; see `Docs/wire.md`.
    public var filters: CBOR.Map
    /// True when the client follows the found calls, and matching calls that are created later.
    public var watch: Bool

    /// Creates a query.
    public init(pageSize: Int = 25, sortParams: [SortParam] = [], filters: CBOR.Map = [:], watch: Bool = false) {
        self.pageSize = pageSize
        self.sortParams = sortParams
        self.filters = filters
        self.watch = watch
    }
}
