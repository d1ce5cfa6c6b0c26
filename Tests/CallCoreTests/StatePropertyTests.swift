import Foundation
import Testing

@testable import CallCore

/// The table of the properties of a call's state.
@Suite struct StatePropertyTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/CallCore/State")

    @Test(arguments: CallStateChanges.Property.allCases)
    func `a kept property changes a property that can be observed`(property: CallStateChanges.Property) {
        var changes = CallStateChanges(recordingMoves: false)
        changes.insert(property)
        #expect(CallStateProperties.all.contains { changes.containsAny(of: $0.sources) })
    }

    @Test func `each property is in the table once`() {
        let names = CallStateProperties.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    /// A key path does not know its property's name in every build, so the sources are read.
    @Test func `each row has the name of its property`() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        let rows = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /StateRow\(\s*"(\w+)", \\\.(\w+),/)
                .map { (name: String($0.1), path: String($0.2)) }
        }
        #expect(rows.filter { $0.name != $0.path }.map(\.name).isEmpty)
        #expect(Set(rows.map(\.name)) == Set(CallStateProperties.all.map(\.name)))
    }

    @Test func `a row changes with the kept property of its name`() {
        let rows = CallStateChanges.Property.allCases.compactMap { property in
            CallStateProperties.all.first { $0.name == "\(property)" }.map { (property, $0.sources) }
        }
        #expect(rows.count > 25)
        for (property, sources) in rows { #expect(Self.changed(property, sources), "\(property)") }
    }

    @Test(arguments: [
        ("blockedUsers", [CallStateChanges.Property.blockedUserIds, .members]), ("raisedHands", [.session]),
        ("isInitialized", [.createdAt]), ("sessionSummary", [.session]), ("startedAt", [.session]),
    ])
    func `a computed row changes with each property that it reads`(
        name: String, properties: [CallStateChanges.Property]
    ) throws {
        let row = try #require(CallStateProperties.all.first { $0.name == name })
        for property in properties { #expect(Self.changed(property, row.sources), "\(name) and \(property)") }
    }

    @Test(arguments: [
        "rosterCount", "participantsMap", "participantUserIds", "remoteParticipants", "dominantSpeaker",
        "activeSpeakers", "screenSharingParticipant", "screenSharingSession", "sorting",
    ])
    func `a row that is computed from all participants changes with them`(name: String) throws {
        let row = try #require(CallStateProperties.all.first { $0.name == name })
        #expect(Self.changed(.participants, row.sources))
    }

    private static func changed(
        _ property: CallStateChanges.Property, _ sources: CallStateChanges.Properties
    ) -> Bool {
        var changes = CallStateChanges(recordingMoves: false)
        changes.insert(property)
        return changes.containsAny(of: sources)
    }
}
