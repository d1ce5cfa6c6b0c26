public import CallLibrary
import Observation
import ScenarioLanguage

/// The interceptor of the documents: a rung user joins when somebody else of the call is ready as well.
///
/// It says `participant.ready` to the others and waits until one of them says the same. Calls that do not ring join at
/// once. Where the documents use Combine, this one iterates over event streams and observed state.
@MainActor
public final class ParticipantReadyCallJoinInterceptor: CallJoinIntercepting {
    private let streamVideo: StreamVideo
    private let customEventKey: String
    private let currentUserId: String
    private var ringingObservation: Task<Void, Never>?
    private var eventObservation: Task<Void, Never>?
    private var observedCall: CallCid?
    private var hasOtherReadyParticipants = false
    private var waiting: CheckedContinuation<Void, Never>?

    /// Follows the ringing call of a client from now on.
    public init(streamVideo: StreamVideo, customEventKey: String = "participant.ready") {
        self.streamVideo = streamVideo
        self.customEventKey = customEventKey
        currentUserId = streamVideo.state.user.id
        ringingObservation = Task { [weak self, state = streamVideo.state] in
            for await call in Observations({ state.ringingCall }) {
                self?.didUpdate(ringingCall: call)
            }
        }
    }

    deinit {
        ringingObservation?.cancel()
        eventObservation?.cancel()
    }

    /// Tells the others and waits for one of them; at once for a call that did not ring.
    public func callReadyToJoin(_ call: Call) async throws {
        guard observedCall == call.cid else { return }
        do {
            try await call.sendCustomEvent([.text(customEventKey): .text(currentUserId)])
        } catch {
            // Readiness that could not be told must not keep anybody out.
        }
        await otherParticipantIsReady()
    }

    private func otherParticipantIsReady() async {
        guard !hasOtherReadyParticipants else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting = continuation
                if Task.isCancelled { stopWaiting() }
            }
        } onCancel: {
            Task { @MainActor in self.stopWaiting() }
        }
    }

    private func stopWaiting() {
        waiting?.resume()
        waiting = nil
    }

    private func didUpdate(ringingCall: Call?) {
        guard let ringingCall else { return }
        eventObservation?.cancel()
        hasOtherReadyParticipants = false
        observedCall = ringingCall.cid
        let events = ringingCall.subscribe(for: CustomVideoEvent.self)
        eventObservation = Task { [weak self, customEventKey, currentUserId] in
            for await event in events {
                guard let sender = event.custom[customEventKey]?.text, sender != currentUserId else { continue }
                self?.hasOtherReadyParticipants = true
                self?.stopWaiting()
            }
        }
    }
}
