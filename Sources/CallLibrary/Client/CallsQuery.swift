public import Signaling
public import Wire

/// Which calls are looked for.
public struct CallsQuery: Hashable, Sendable {
    /// How many calls a page holds, from 1 to 100.
    public var pageSize: Int
    /// In which order.
    public var sortParams: [SortParam]
    /// What must be true of the calls, such as `["ended_at": nil]`; see `Docs/wire.md`.
    public var filters: CBOR.Map
    /// Whether the client follows the calls from then on, and those made later that fit.
    public var watch: Bool

    /// Describes the calls.
    public init(pageSize: Int = 25, sortParams: [SortParam] = [], filters: CBOR.Map = [:], watch: Bool = false) {
        self.pageSize = pageSize
        self.sortParams = sortParams
        self.filters = filters
        self.watch = watch
    }
}
