public import Observation
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
        public internal(set) var activeCall: Call? {
            get { look(\.activeCall, at: active) }
            set {
                if isLookedAt {
                    withMutation(keyPath: \.activeCall) { active = newValue }
                } else {
                    active = newValue
                }
            }
        }
        /// The call that rings, or that the user rings others for.
        public internal(set) var ringingCall: Call? {
            get { look(\.ringingCall, at: ringing) }
            set {
                if isLookedAt {
                    withMutation(keyPath: \.ringingCall) { ringing = newValue }
                } else {
                    ringing = newValue
                }
            }
        }
        /// The call that is being joined from outside the view models; see ``ExternalCallAnswerer``.
        public internal(set) var externallyJoiningCall: Call?
        /// How many events arrived that this client does not know; they are handed on untyped.
        public internal(set) var unknownEventCount = 0

        /// The user and the calls as the client itself looks at them, which observes nothing.
        var me: User { _user }
        @ObservationIgnored private(set) var active: Call?
        @ObservationIgnored private(set) var ringing: Call?
        /// Whether anybody else has looked at them, who may observe them.
        @ObservationIgnored private var isLookedAt = false

        init(user: User) {
            self.user = user
        }

        private func look(_ keyPath: KeyPath<State, Call?>, at call: Call?) -> Call? {
            isLookedAt = true
            access(keyPath: keyPath)
            return call
        }
    }
}
