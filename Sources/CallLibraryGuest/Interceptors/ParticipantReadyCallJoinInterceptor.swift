public import CallLibrary
import ScenarioVocabulary

/// The documented interceptor: a ringing call is joined when another participant is ready as well.
///
/// It sends `participant.ready` and waits for the same event of another participant. A call that does not ring is
/// joined immediately, even when it rang before.
@MainActor
public final class ParticipantReadyCallJoinInterceptor: CallJoinIntercepting {
    private let streamVideo: StreamVideo
    private let customEventKey: String
    private let bag = DisposableBag()
    private let hasOtherReadyParticipants = CurrentValueSubject<Bool, Never>(false)
    private var readiness: AnyCancellable?

    /// Creates the interceptor of a client; it observes the client's ringing call.
    public init(streamVideo: StreamVideo, customEventKey: String = "participant.ready") {
        self.streamVideo = streamVideo
        self.customEventKey = customEventKey
        streamVideo.state.$ringingCall
            .removeDuplicates { $0?.cId == $1?.cId }
            .sinkTask(storeIn: bag) { [weak self] in self?.follow($0) }
    }

    /// Sends the event and waits for another participant's; returns immediately when no call rings.
    public func callReadyToJoin(_ call: Call) async throws {
        guard readiness != nil else { return }
        do {
            try await call.sendCustomEvent([customEventKey: .string(streamVideo.user.id)])
        } catch {
            // The user joins even when the others cannot be notified.
        }
        _ = try? await hasOtherReadyParticipants.filter { $0 }.nextValue()
    }

    private func follow(_ ringingCall: Call?) {
        readiness = nil
        hasOtherReadyParticipants.send(false)
        guard let ringingCall else { return }
        let own = streamVideo.user.id
        readiness = ringingCall.eventPublisher(for: CustomVideoEvent.self)
            .compactMap { [customEventKey] in $0.custom[customEventKey]?.stringValue }
            .filter { $0 != own }
            .sink { [hasOtherReadyParticipants] _ in hasOtherReadyParticipants.send(true) }
    }
}
