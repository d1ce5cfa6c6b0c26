import Foundation
import Signaling
import Testing

@MainActor
@Suite struct WireDocumentTests {
    private static let heading = "## Exchanges"
    private let file = House.root.appendingPathComponent("Docs/wire.md")

    @Test func `the document shows the bytes on the wire`() throws {
        let document = try String(contentsOf: file, encoding: .utf8)
        let head = try #require(document.range(of: "\n\(Self.heading)\n"), "Docs/wire.md has no part on exchanges")
        let fresh =
            document[..<head.lowerBound] + "\n\(Self.heading)\n" + Self.introduction + (try Exchanges.captured().text)
        guard fresh != document else { return }
        let draft = House.scratch.appendingPathComponent("wire.md")
        try String(fresh).write(to: draft, atomically: true, encoding: .utf8)
        let (shown, actual) = (document.split(separator: "\n"), fresh.split(separator: "\n"))
        let line = zip(shown, actual).first { $0 != $1 }
        Issue.record(
            """
            Docs/wire.md shows   \(line?.0 ?? "too few lines or too many")
            and on the wire is   \(line?.1 ?? "")
            If that is meant: cp \(draft.path) \(file.path)
            """)
    }

    private static let introduction = """

        One run against a backend with one SFU. A line names a message's type, message ID, code, path and token (message
        IDs that the server chooses are left out); its options and its body in diagnostic notation (RFC 8949 section 8)
        follow. A notification is shown whole when it is the first
        to bring a type of event. All notifications are acknowledged with an empty message.

        """

    @Test func `every path is tried`() throws {
        let asked = try Exchanges.captured().asked
        let cid = CallCid(type: "default", id: "standup")
        let coordinator =
            [CoordinatorRoute.connect, .health, .disconnect] + CallAction.allCases.map { .call(cid, $0) }
            + ClientAction.allCases.map { .client($0) }
        let wanted = coordinator.map { ($0.method, $0.path) } + SFURoute.allCases.map { ($0.method, $0.path) }
        let names = Set(
            asked.compactMap { method, path -> String? in
                guard case .egress(_, let action)? = try? CoordinatorRoute(method: method, path: path) else {
                    return nil
                }
                return action.name
            })
        let wantedNames: Set = [
            "goLive", "stopLive", "startRecording/composite", "startRecording/raw", "stopRecording/composite",
            "stopRecording/raw", "listRecordings", "deleteRecording", "startFrameRecording", "stopFrameRecording",
            "startBroadcasting", "stopBroadcasting", "startRTMPBroadcasts", "stopAllRTMPBroadcasts",
            "stopRTMPBroadcast", "startTranscription", "stopTranscription", "startClosedCaptions",
            "stopClosedCaptions",
        ]
        #expect(names == wantedNames, "not every recording or broadcast is tried: add it to Exchanges.swift")
        for (method, path) in wanted {
            let isThere = asked.contains { $0.method == method && $0.path.pattern == path.pattern }
            #expect(isThere, "no exchange for \(method) /\(path.joined(separator: "/")): add it to Exchanges.swift")
        }
    }
}

extension [String] {
    /// The path without the id of the call.
    fileprivate var pattern: [String] { count > 3 ? Array(prefix(3) + dropFirst(4)) : self }
}
