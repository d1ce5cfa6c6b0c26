import ScenarioVocabulary
import Signaling
import Testing

@testable import CallCore
@testable import CallLibraryGuest

/// The values of calls that were just found, or just left.
@MainActor @Suite struct CallMomentsTests {
    private static func values(_ change: (inout CallStateValues) -> Void = { _ in }) -> CallStateValues {
        var values = CallStateValues(callCid: CallCid(type: "default", id: "standup"))
        change(&values)
        return values
    }

    @Test func `a new call shows nothing of a description or a session`() {
        #expect(CallMoments.described.difference(Self.values(), ()) == nil)
    }

    private struct Change: Sendable {
        let name: String
        let perform: @Sendable (inout CallStateValues) -> Void

        init(_ name: String, _ perform: @escaping @Sendable (inout CallStateValues) -> Void) {
            (self.name, self.perform) = (name, perform)
        }
    }

    @Test(arguments: [
        Change("captioning") { $0.captioning = true }, Change("transcribing") { $0.transcribing = true },
        Change("isSpeakingWhileMuted") { $0.isSpeakingWhileMuted = true },
        Change("sessionId") { $0.sessionId = "1" }, Change("participantCount") { $0.participantCount = 1 },
        Change("anonymousParticipantCount") { $0.anonymousParticipantCount = 1 },
        Change("isNoiseCancellationOn") { $0.isNoiseCancellationOn = true },
        Change("connectionPhase") { $0.connectionPhase = .offline },
    ])
    private func `a value that none has set is named`(_ change: Change) {
        let difference = CallMoments.described.difference(Self.values(change.perform), ())
        #expect(difference?.description.hasPrefix(change.name) == true)
    }

    @Test func `a call that was left keeps its description`() {
        let values = Self.values { $0.captioning = true }
        #expect(CallMoments.ofSession.difference(values, ()) == nil)
        #expect(CallMoments.ofSession.difference(Self.values { $0.participantCount = 1 }, ()) != nil)
    }
}
