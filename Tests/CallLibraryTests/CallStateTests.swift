import CallCore
import Observation
import Signaling
import Testing
import Timing
import Wire

@testable import CallLibrary

@MainActor
@Suite struct CallStateTests {
    @MainActor
    private final class Changes {
        var count = 0
    }

    private func state() -> CallState {
        CallState(CallStateValues(callCid: CallCid(type: "default", id: "standup"))) { .virtualStart }
    }

    @Test func `a subscriber of one property is notified only of that property's changes`() {
        let state = state()
        let changes = Changes()
        withObservationTracking {
            _ = state.callSettings
        } onChange: {
            MainActor.assumeIsolated { changes.count += 1 }
        }
        _ = state.update { $0.connectionPhase = .connecting }
        #expect(changes.count == 0)
        _ = state.update { $0.callSettings.audioOn = false }
        #expect(changes.count == 1)
        #expect(state.callSettings.audioOn == false && state.connectionPhase == .connecting)
    }

    @Test func `a change to the same value is not a change`() {
        let state = state()
        let changes = Changes()
        withObservationTracking {
            _ = state.connectionPhase
        } onChange: {
            MainActor.assumeIsolated { changes.count += 1 }
        }
        _ = state.update { $0.connectionPhase = $0.connectionPhase }
        #expect(changes.count == 0)
    }
}
