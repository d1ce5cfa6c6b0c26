public import Wire

/// What can be asked of the coordinator that is about no call alone (`semantics.md` section 6).
public enum ClientAction: String, CaseIterable, Hashable, Sendable {
    /// Find calls.
    case queryCalls
    /// Find members of one call.
    case queryMembers
    /// Read what was counted in the sessions of calls.
    case queryCallStats
    /// Register a device for push messages, or change what is known of it.
    case createDevice
    /// Read the devices of this user.
    case listDevices
    /// Take a device away.
    case deleteDevice
    /// Read which SFUs there are.
    case getEdges
    /// Become a guest; the one request that is made without a token.
    case createGuest

    /// The method and the path.
    public var shape: (method: CoAP.Code, path: [String]) {
        switch self {
        case .queryCalls: (.post, ["video", "calls"])
        case .queryMembers: (.post, ["video", "call", "members"])
        case .queryCallStats: (.post, ["video", "call", "stats"])
        case .createDevice: (.post, ["video", "devices"])
        case .listDevices: (.get, ["video", "devices"])
        case .deleteDevice: (.delete, ["video", "devices"])
        case .getEdges: (.get, ["video", "edges"])
        case .createGuest: (.post, ["video", "guest"])
        }
    }

    init(method: CoAP.Code, path: [String]) throws(CoordinatorRoute.Problem) {
        guard let actions = Self.byPath[path] else { throw .notFound }
        guard let action = actions.first(where: { $0.shape.method == method }) else { throw .methodNotAllowed }
        self = action
    }

    private static let byPath = Dictionary(grouping: allCases) { $0.shape.path }
}
