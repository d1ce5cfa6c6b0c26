import Signaling
import Testing
import Wire

@Suite struct RouteTests {
    static let cid = CallCid(type: "default", id: "standup")

    private static func sfuRoute(_ method: CoAP.Code, _ path: [String]) throws -> SFURoute {
        var options = CoAP.Options()
        options.uriPath = path
        return try SFURoute(method: method, options: options)
    }

    @Test func `every route is found again by its method and path`() throws {
        let routes =
            [CoordinatorRoute.connect, .health, .disconnect] + CallAction.allCases.map { .call(Self.cid, $0) }
            + ClientAction.allCases.map { .client($0) }
        for route in routes {
            #expect(try CoordinatorRoute(method: route.method, path: route.path) == route)
        }
        for route in SFURoute.allCases {
            #expect(try Self.sfuRoute(route.method, route.path) == route)
        }
    }

    @Test(arguments: [
        EgressAction.goLive, .stopLive, .startRecording(.composite), .startRecording(.individual),
        .stopRecording(.raw), .listRecordings, .deleteRecording(sessionId: "s", filename: "a.mp4"),
        .deleteRecording(sessionId: "recordings", filename: "start"), .startFrameRecording, .stopFrameRecording,
        .startBroadcasting, .stopBroadcasting, .startRTMPBroadcasts, .stopAllRTMPBroadcasts,
        .stopRTMPBroadcast(name: "tube"), .stopRTMPBroadcast(name: "stop"), .startTranscription, .stopTranscription,
        .startClosedCaptions, .stopClosedCaptions,
    ]) func `every egress action is found again`(_ action: EgressAction) throws {
        let route = CoordinatorRoute.egress(Self.cid, action)
        #expect(try CoordinatorRoute(method: route.method, path: route.path) == route)
    }

    @Test(arguments: [
        ["recordings", "composite"], ["recordings", "vinyl", "start"], ["recordings", "raw", "pause"],
        ["rtmp_broadcasts", "tube"], ["a", "b", "c"], ["a", "b", "c", "d"], ["join", "now"], ["accept", "a", "b"],
        ["go_live", "now"], ["stop", "rtmp_broadcasts"], ["recordings", "stop"], ["rtmp_broadcasts", "tube", "start"],
    ]) func `a path that is nearly one of these is nowhere`(_ path: [String]) {
        #expect(throws: CoordinatorRoute.Problem.notFound) {
            try CoordinatorRoute(method: .post, path: ["video", "call", "default", "standup"] + path)
        }
    }

    @Test func `an unknown path and a wrong method are distinguished`() {
        #expect(throws: CoordinatorRoute.Problem.notFound) {
            try CoordinatorRoute(method: .get, path: ["video", "call", "default", "standup", "levitate"])
        }
        #expect(throws: CoordinatorRoute.Problem.notFound) {
            try CoordinatorRoute(method: .get, path: ["video", "call", "", "standup"])
        }
        #expect(throws: CoordinatorRoute.Problem.notFound) {
            try CoordinatorRoute(method: .get, path: ["video", "call", "default", "standup", ""])
        }
        #expect(throws: CoordinatorRoute.Problem.methodNotAllowed) {
            try CoordinatorRoute(method: .delete, path: ["video", "call", "default", "standup", "join"])
        }
        #expect(throws: CoordinatorRoute.Problem.methodNotAllowed) {
            try CoordinatorRoute(method: .get, path: ["video", "calls"])
        }
        #expect(throws: CoordinatorRoute.Problem.notFound) {
            try CoordinatorRoute(method: .post, path: ["video", "call", "everybody"])
        }
        #expect(throws: CoordinatorRoute.Problem.notFound) { try Self.sfuRoute(.post, ["sfu"]) }
        #expect(throws: CoordinatorRoute.Problem.methodNotAllowed) {
            try Self.sfuRoute(.get, ["sfu", "join"])
        }
    }

    @Test func `a path that is too short, or below another root, is nowhere`() {
        for path in [
            [], ["video"], ["connect"], ["videos", "connect"], ["video", "connect", "now"], ["video", "call"],
            ["video", "call", "default"], ["video", "call", "default", "a", "b", "c", "d", "e"], ["call", "video"],
            ["devices", "video"],
        ] {
            #expect(throws: CoordinatorRoute.Problem.notFound, "\(path)") {
                try CoordinatorRoute(method: .get, path: path)
            }
        }
        for path in [[], ["join", "sfu"], ["sfus", "join"], ["sfu", "join", "now"], ["sfu", "joint"]] {
            #expect(throws: CoordinatorRoute.Problem.notFound) { try Self.sfuRoute(.fetch, path) }
        }
        #expect(throws: CoordinatorRoute.Problem.methodNotAllowed) {
            try CoordinatorRoute(method: .post, path: ["video", "connect"])
        }
    }

    @Test func `an action has its path and name`() {
        #expect(SFURoute.updateSubscriptions.path == ["sfu", "update_subscriptions"])
        #expect(ClientAction.listDevices.shape.path == ["video", "devices"])
        let call = ["video", "call", "default", "standup"]
        #expect(CoordinatorRoute.call(Self.cid, .markEnded).path == call + ["mark_ended"])
        #expect(CoordinatorRoute.call(Self.cid, .update).path == call)
        #expect(EgressAction.startRecording(.raw).name == "startRecording/raw")
        #expect(EgressAction.stopRecording(.individual).name == "stopRecording/individual")
        #expect(EgressAction.deleteRecording(sessionId: "s", filename: "f").name == "deleteRecording")
        #expect(EgressAction.stopRTMPBroadcast(name: "n").name == "stopRTMPBroadcast")
        #expect(EgressAction.goLive.name == "goLive")
        #expect(Set(EgressAction.all).count == 21 && EgressAction.all.count == 21)
        #expect(EgressAction.all.filter { $0.method == .get } == [.listRecordings])
        #expect(EgressAction.all.count { $0.method == .delete } == 1)
    }

    @Test func `calls are ordered by type, then by id`() {
        let texts = ["b:a", "a:c", "a:b", "b:a:a"]
        let sorted = texts.compactMap { CallCid($0) }.sorted()
        #expect(sorted.map(\.description) == ["a:b", "a:c", "b:a", "b:a:a"])
        #expect(CallCid("a:b") != CallCid("b:b") && CallCid("a:b:c")?.id == "b:c")
    }

    @Test(arguments: ["default:a", "livestream:a:b"])
    func `a cid is a type and an id`(text: String) throws {
        let cid = try #require(CallCid(text))
        #expect(cid.description == text)
    }

    @Test(arguments: ["", "default", "default:", ":a"])
    func `a text with a part missing is not a cid`(text: String) {
        #expect(CallCid(text) == nil)
    }
}
