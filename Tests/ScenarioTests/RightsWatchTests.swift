import Signaling
import Testing
import Wire

@testable import BackendCore
@testable import ScenarioStage

/// The check of responses about the rights of their users.
@Suite struct RightsWatchTests {
    private static let cid = CallCid(type: "default", id: "standup")

    /// A watch of requests of alice, with her rights after each.
    private struct Watched {
        var watch = RightsWatch()

        mutating func request(
            _ route: CoordinatorRoute, rights: [OwnCapability]?, refusal: APIError? = nil
        ) {
            let trace = RequestTrace(
                peer: SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1), userId: "alice",
                route: .coordinator(route), code: refusal == nil ? .changed : .forbidden, refusal: refusal)
            watch.process(.request(trace)) { _, _ in rights }
        }
    }

    @Test func `Every action on a call needs a right, except the rejection of a ring`() {
        for action in CallAction.allCases {
            var watched = Watched()
            watched.request(.call(Self.cid, action), rights: [])
            watched.request(.call(Self.cid, action), rights: [])
            #expect((watched.watch.violation == nil) == (action == .reject), "\(action)")
        }
    }

    @Test(arguments: [
        (CoordinatorRoute.call(cid, .kick), OwnCapability.kickUser), (.call(cid, .muteUsers), .muteUsers),
        (.call(cid, .update), .changeMaxDuration), (.egress(cid, .goLive), .updateCall),
        (.egress(cid, .stopLive), .updateCall), (.egress(cid, .startTranscription), .startTranscriptionCall),
    ])
    func `A granted request has the right that it needs`(route: CoordinatorRoute, right: OwnCapability) {
        var watched = Watched()
        watched.request(route, rights: [right])
        watched.request(route, rights: nil)
        #expect(watched.watch.violation == nil)
        watched.request(route, rights: OwnCapability.all.filter { $0 == .readCall })
        #expect(watched.watch.violation == nil, "the request may have taken the right away")
        watched.request(route, rights: [.readCall])
        #expect(watched.watch.violation?.hasPrefix("alice lacks ") ?? false)
    }

    @Test(arguments: [([OwnCapability.muteUsers], true), ([.kickUser], false), ([], false)])
    func `A request is not refused for a right that its user has`(rights: [OwnCapability], isViolation: Bool) {
        var watched = Watched()
        watched.request(.call(Self.cid, .muteUsers), rights: rights, refusal: .missing(.muteUsers, Self.cid))
        #expect((watched.watch.violation != nil) == isViolation)
    }
}
