import Signaling
import Testing
import Wire

@Suite struct RouteTests {
    static let cid = CallCid(type: "default", id: "standup")

    @Test func `every route is found again by its method and path`() throws {
        let routes =
            [CoordinatorRoute.connect, .health, .disconnect] + CallAction.allCases.map { .call(Self.cid, $0) }
            + ClientAction.allCases.map { .client($0) }
        for route in routes {
            #expect(try CoordinatorRoute(method: route.method, path: route.path) == route)
        }
        for route in SFURoute.allCases {
            #expect(try SFURoute(method: route.method, path: route.path) == route)
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
        ["rtmp_broadcasts", "tube"], ["a", "b", "c"], ["a", "b", "c", "d"],
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
        #expect(throws: CoordinatorRoute.Problem.notFound) { try SFURoute(method: .post, path: ["sfu"]) }
        #expect(throws: CoordinatorRoute.Problem.methodNotAllowed) {
            try SFURoute(method: .get, path: ["sfu", "join"])
        }
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
