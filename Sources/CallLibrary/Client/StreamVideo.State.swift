public import Observation
public import Publishing
public import Signaling

extension StreamVideo {
    /// What the whole application may want to know of the client.
    @MainActor
    @Observable
    public final class State {
        /// Who the client acts for.
        public internal(set) var user: User
        /// The connection to the coordinator.
        public internal(set) var connection = ConnectionStatus.initialized
        /// The call that the user is in.
        @ObservationIgnored @Published public internal(set) var activeCall: Call?
        /// The call that rings, or that the user rings others for.
        @ObservationIgnored @Published public internal(set) var ringingCall: Call?
        /// The call that is being joined from outside the view models; see ``ExternalCallAnswerer``.
        public internal(set) var externallyJoiningCall: Call?
        /// How many events arrived that this client does not know; they are handed on untyped.
        public internal(set) var unknownEventCount = 0

        /// The user and the calls as the client itself reads them, without observing them.
        var me: User { _user }
        var active: Call? { _activeCall.subject.current }
        var ringing: Call? { _ringingCall.subject.current }

        init(user: User) {
            self.user = user
        }
    }
}
