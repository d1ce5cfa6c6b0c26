import CallLibraryFoundation
import Foundation
import Observation
import Testing

@testable import CallCore
@testable import CallLibrary

@Suite struct ConversionTests {
    @Test func `a date keeps its milliseconds on the way to Foundation and back`() {
        let timestamp = Timestamp(milliseconds: 1_767_225_600_123)
        #expect(Date(timestamp).timeIntervalSince1970 == 1_767_225_600.123)
        #expect(Timestamp(Date(timestamp)) == timestamp)
    }

    @Test(arguments: [Date.distantFuture, .distantPast])
    func `dates that are far away are converted`(date: Date) {
        #expect(Date(Timestamp(date)) == date)
    }

    @Test func `a date beyond the range of the call library is limited to it`() {
        #expect(Timestamp(Date(timeIntervalSince1970: 1e30)).milliseconds == .max)
        #expect(Timestamp(Date(timeIntervalSince1970: -1e30)).milliseconds == .min)
        #expect(Timestamp(Date(timeIntervalSince1970: .nan)).milliseconds == .max)
    }

    @Test func `a participant has the types of the documents`() {
        var user = User(id: "bob")
        user.image = "https://example.org/bob.png"
        var participant = CallParticipant(
            user: user, sessionId: "s1", joinedAt: Timestamp(milliseconds: 1000))
        participant.trackSize = CallParticipant.TrackSize(width: 320, height: 240)
        let joinedAt: Date = participant.joinedAt
        #expect(joinedAt == Date(timeIntervalSince1970: 1))
        #expect(participant.profileImageURL == URL(string: "https://example.org/bob.png"))
        #expect(participant.trackSize == CGSize(width: 320, height: 240))
    }

    @Test func `custom data has the values of Foundation`() throws {
        let custom: CBOR.Map = [
            "title": "Standup", "size": 3, "share": 0.5, "open": true, "tags": ["a", "b"], "more": ["key": "value"],
            "raw": .bytes([1, 2]), "nothing": .null,
        ]
        let values = custom.foundation
        #expect(values["title"] as? String == "Standup")
        #expect(values["size"] as? Int == 3)
        #expect(values["share"] as? Double == 0.5)
        #expect(values["open"] as? Bool == true)
        #expect(values["tags"] as? [String] == ["a", "b"])
        #expect((values["more"] as? [String: Any])?["key"] as? String == "value")
        #expect(values["raw"] as? Data == Data([1, 2]))
        #expect(values["nothing"] is NSNull)
    }

    @MainActor
    @Test func `a call's dates are those of Foundation, and observers are notified of them`() {
        let state = CallState(CallStateValues(callCid: CallCid(type: "default", id: "standup"))) { .virtualStart }
        #expect(state.createdAt == .distantPast)
        #expect(state.endedAt == nil)
        let changes = CurrentValueSubject<Int, Never>(0)
        withObservationTracking {
            _ = state.endedAt
        } onChange: {
            MainActor.assumeIsolated { changes.send(changes.value + 1) }
        }
        _ = state.update { $0.endedAt = .virtualStart }
        #expect(changes.value == 1)
        #expect(state.endedAt == Date(.virtualStart))
    }
}
