package import Wire

/// A request to the coordinator without a single call (`semantics.md` section 6).
public enum ClientAction: String, CaseIterable, Hashable, Sendable {
    /// Find calls.
    case queryCalls
    /// Find members of one call.
    case queryMembers
    /// Read the statistics of call sessions.
    case queryCallStats
    /// Register a device for push messages, or update it.
    case createDevice
    /// Read the devices of this user.
    case listDevices
    /// Remove a device.
    case deleteDevice
    /// Read the SFUs.
    case getEdges
    /// Create a guest; the only request without a token.
    case createGuest

    /// The method, the path and the bodies of the action.
    package struct Shape {
        package let method: CoAP.Code
        package let path: [String]
        package let request: any Body.Type
        package let response: any Body.Type

        fileprivate init(
            _ method: CoAP.Code, _ path: [String], _ request: any Body.Type, _ response: any Body.Type
        ) {
            self.method = method
            self.path = path
            self.request = request
            self.response = response
        }
    }

    /// The table of actions.
    package var shape: Shape {
        switch self {
        case .queryCalls: Shape(.post, ["video", "calls"], QueryCallsRequest.self, QueryCallsResponse.self)
        case .queryMembers:
            Shape(.post, ["video", "call", "members"], QueryCallMembersRequest.self, QueryCallMembersResponse.self)
        case .queryCallStats:
            Shape(.post, ["video", "call", "stats"], QueryCallStatsRequest.self, QueryCallStatsResponse.self)
        case .createDevice: Shape(.post, ["video", "devices"], CreateDeviceRequest.self, EmptyBody.self)
        case .listDevices: Shape(.get, ["video", "devices"], EmptyBody.self, ListDevicesResponse.self)
        case .deleteDevice: Shape(.delete, ["video", "devices"], EmptyBody.self, EmptyBody.self)
        case .getEdges: Shape(.get, ["video", "edges"], EmptyBody.self, GetEdgesResponse.self)
        case .createGuest: Shape(.post, ["video", "guest"], CreateGuestRequest.self, CreateGuestResponse.self)
        }
    }

    init(method: CoAP.Code, path: [String]) throws(CoordinatorRoute.Problem) {
        guard let actions = Self.byPath[path] else { throw .notFound }
        guard let action = actions.first(where: { $0.shape.method == method }) else { throw .methodNotAllowed }
        self = action
    }

    private static let byPath = Dictionary(grouping: allCases) { $0.shape.path }
}
