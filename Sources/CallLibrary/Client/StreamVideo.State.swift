public import Observation
public import Publishing
public import Signaling

extension StreamVideo {
    /// The observable state of the client.
    @MainActor
    @Observable
    public final class State {
        /// The user of the client.
        public internal(set) var user: User
        /// The connection to the coordinator.
        public internal(set) var connection = ConnectionStatus.initialized
        /// The call that the user has joined.
        @ObservationIgnored @Published public internal(set) var activeCall: Call?
        /// The call that rings, incoming or outgoing.
        @ObservationIgnored @Published public internal(set) var ringingCall: Call?
        /// The call that joins from outside the view models; see ``ExternalCallAnswerer``.
        public internal(set) var externallyJoiningCall: Call?
        /// The number of received events that could not be decoded. They are delivered as ``UnknownEvent``.
        public internal(set) var unknownEventCount = 0

        /// The user and the calls, without observation.
        var me: User { _user }
        var active: Call? { _activeCall.subject.current }
        var ringing: Call? { _ringingCall.subject.current }

        init(user: User) {
            self.user = user
        }
    }
}
