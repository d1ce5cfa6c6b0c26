import Signaling
import Testing
import Timing
import Wire

@Suite struct PassedOverTests {
    private static let at = Timestamp(milliseconds: 1)
    private static let counts = CoordinatorEvent.sessionParticipantCountUpdated(
        .init(
            BodyTests.cid, at: at,
            ParticipantCountPayload {
                $0.anonymousParticipantCount = 0
                $0.participantsCountByRole = ["user": 2]
                $0.sessionId = "s"
            }))
    private static let custom = CoordinatorEvent.custom(
        .init(
            BodyTests.cid, at: at,
            CustomPayload {
                $0.custom = [:]
                $0.user = BodyTests.alice
            }))

    private func read(_ events: [CoordinatorEvent], isForeign: Bool) throws -> [CoordinatorEvent] {
        let payload = CoAP.Payload(
            EventBatch {
                $0.first = 7
                $0.events = events
            }.encoded())
        let batch = try EventBatch(decoding: payload) { cid in cid == BodyTests.cid && isForeign }
        #expect(batch.first == 7)
        return batch.events
    }

    @Test func `of a foreign call's session no more than type and call is read`() throws {
        let events = try read([Self.counts, Self.custom], isForeign: true)
        guard case .passedOver(let event) = events.first else {
            Issue.record("the event was read")
            return
        }
        #expect(event.type == Self.counts.type && event.callCid == BodyTests.cid)
        #expect(events.last == Self.custom)
    }

    @Test func `the session of a call that is followed is read`() throws {
        #expect(try read([Self.counts], isForeign: false) == [Self.counts])
    }
}
