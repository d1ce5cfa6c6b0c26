import Foundation
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
            // One that changes rights may have taken those of its own user.
            let mayBeOwn = action == .userPermissions || action == .updateMembers
            #expect((watched.watch.violation == nil) == (action == .reject || mayBeOwn), "\(action)")
            watched.request(.call(Self.cid, action), rights: [])
            #expect((watched.watch.violation == nil) == (action == .reject), "\(action)")
        }
    }

    @Test func `The document lists each action with the rights that it needs`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Docs/wire.md")
        let section = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "### Capabilities")[1]
        let rows = section.components(separatedBy: "### ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { cell in Set(cell.matches(of: /`([^`]+)`/).map { String($0.1) }) } }
        for action in CallAction.allCases {
            guard let segment = action.shape.segment else { continue }
            let listed = rows.filter { $0.last?.contains(segment) ?? false }.compactMap(\.first)
            let needed = Set(RightsWatch.needs(of: action).map(\.rawValue))
            #expect(listed == (needed.isEmpty ? [] : [needed]), "\(segment)")
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
