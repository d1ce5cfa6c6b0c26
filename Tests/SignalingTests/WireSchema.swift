@testable import Signaling

extension Schema {
    /// The schema of the wire, shown in `Docs/wire.cddl`: the bodies of each route, the events, and their parts.
    static var wire: String { Schema().wire }

    /// The same, and the rules collect in this schema.
    var wire: String {
        let routes = coordinatorRoutes + sfuRoutes
        return """
            ; The bodies of requests, responses and events (RFC 8610), made from the code that reads and writes them.
            ; A receiver leaves fields alone that it does not know. Docs/wire.md explains the rest.

            ; Routes: a method and a path, the body of the request, the body of the response.

            \(routes.joined(separator: "\n"))
            ; Events and parts of bodies.

            \(text)
            """
    }

    private var coordinatorRoutes: [String] {
        let cid = CallCid(type: "{type}", id: "{id}")
        let connect = route(.connect, "connect", ConnectRequest.self, EventBatch.self)
        let calls = CallAction.allCases.map { action in
            route(.call(cid, action), "call.\(action.rawValue)", action.shape.request, action.shape.response)
        }
        let egress = EgressAction.all.map { action in
            let name = action.name.replacing("/", with: ".")
            return route(.egress(cid, action), "call.\(name)", action.bodies.request, action.bodies.response)
        }
        let others = ClientAction.allCases.map { action in
            route(.client(action), action.rawValue, action.shape.request, action.shape.response)
        }
        let health = route(.health, "health", EmptyBody.self, EmptyBody.self)
        return [connect, health, route(.disconnect, "disconnect", EmptyBody.self, EmptyBody.self)] + calls + egress
            + others
    }

    private var sfuRoutes: [String] {
        SFURoute.allCases.map { route in
            let events = route == .join ? " / \(type(of: SFUEventBatch.self))" : ""
            return rules(
                "\(route.method) \(route.path.joined(separator: "/"))", "sfu.\(route.rawValue)", route.bodies.request,
                route.bodies.response, andThen: events)
        }
    }

    private func route(
        _ route: CoordinatorRoute, _ name: String, _ request: any Body.Type, _ response: any Body.Type
    ) -> String {
        rules("\(route.method) \(route.path.joined(separator: "/"))", name, request, response)
    }

    /// Returns the rules of a route. Notifications follow the first response of a subscription.
    private func rules(
        _ path: String, _ name: String, _ request: any Body.Type, _ response: any Body.Type, andThen events: String = ""
    ) -> String {
        """
        ; \(path)
        \(name).request = \(type(of: request))
        \(name).response = \(type(of: response))\(events)

        """
    }
}

extension EgressAction {
    /// The bodies of request and response.
    fileprivate var bodies: (request: any Body.Type, response: any Body.Type) {
        switch self {
        case .goLive: (GoLiveRequest.self, CallChangeResponse.self)
        case .stopLive: (StopLiveRequest.self, CallChangeResponse.self)
        case .startRecording, .startFrameRecording: (StartRecordingRequest.self, EmptyBody.self)
        case .listRecordings: (EmptyBody.self, ListRecordingsResponse.self)
        case .startBroadcasting: (EmptyBody.self, StartHLSBroadcastingResponse.self)
        case .startRTMPBroadcasts: (StartRTMPBroadcastsRequest.self, EmptyBody.self)
        case .startTranscription: (StartTranscriptionRequest.self, EmptyBody.self)
        case .stopTranscription: (StopTranscriptionRequest.self, EmptyBody.self)
        case .startClosedCaptions: (StartClosedCaptionsRequest.self, EmptyBody.self)
        case .stopClosedCaptions: (StopClosedCaptionsRequest.self, EmptyBody.self)
        case .stopRecording, .deleteRecording, .stopFrameRecording, .stopBroadcasting, .stopAllRTMPBroadcasts,
            .stopRTMPBroadcast:
            (EmptyBody.self, EmptyBody.self)
        }
    }
}

extension SFURoute {
    /// The bodies of request and response.
    fileprivate var bodies: (request: any Body.Type, response: any Body.Type) {
        switch self {
        case .join: (SFUJoinRequest.self, SFUJoinResponse.self)
        case .leave: (SFULeaveRequest.self, EmptyBody.self)
        case .health: (SFUHealthRequest.self, SFUHealthResponse.self)
        case .setPublisher: (SetPublisherRequest.self, EmptyBody.self)
        case .updateMuteStates: (UpdateMuteStatesRequest.self, EmptyBody.self)
        case .updateSubscriptions: (UpdateSubscriptionsRequest.self, EmptyBody.self)
        case .sendStats: (SendStatsRequest.self, EmptyBody.self)
        case .startNoiseCancellation, .stopNoiseCancellation: (NoiseCancellationRequest.self, EmptyBody.self)
        }
    }
}
