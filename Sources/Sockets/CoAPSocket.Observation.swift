public import Wire

extension CoAPSocket {
    /// The notifications of one resource, until client or server end them.
    @MainActor
    public final class Observation {
        enum Update {
            case notification(CoAP.Response)
            case end(CoAP.Failure)
        }

        private enum State {
            /// The first response is being delivered. Notifications that arrive meanwhile are buffered.
            case beginning([Update])
            case active
            case over
        }

        private let onNotification: @MainActor (CoAP.Response) -> Void
        private let onEnd: @MainActor (CoAP.Failure) -> Void
        private var state = State.beginning([])
        /// The socket of the observation. It unbinds the observation before it is released.
        private unowned var socket: CoAPSocket?
        private var id: CoAP.ExchangeID?

        /// Creates an observation to be passed with a request. `onEnd` is called when the server ends it.
        public init(
            onNotification: @escaping @MainActor (CoAP.Response) -> Void,
            onEnd: @escaping @MainActor (CoAP.Failure) -> Void
        ) {
            self.onNotification = onNotification
            self.onEnd = onEnd
        }

        /// True when notifications may still arrive.
        public var isActive: Bool {
            if case .over = state { false } else { true }
        }

        /// Ends the observation and notifies the server. Before the first response it cancels the request, whose receiver
        /// gets ``CoAP/Failure/cancelled``.
        public func cancel() {
            stop(notifyingServer: true)
        }

        /// Ends the observation. The server learns of it with its next notification. Before the first response it cancels
        /// the request like ``cancel()``.
        public func forget() {
            stop(notifyingServer: false)
        }

        private func stop(notifyingServer: Bool) {
            state = .over
            guard let id, let socket else { return }
            self.socket = nil
            socket.stop(id, notifyingServer: notifyingServer)
        }

        func bind(to socket: CoAPSocket, _ id: CoAP.ExchangeID) {
            self.socket = socket
            self.id = id
        }

        func unbind() {
            socket = nil
        }

        /// Begins delivery, after the first response was handled. Buffered notifications follow in a task.
        public func begin() {
            guard case .beginning(let buffered) = state else { return }
            guard !buffered.isEmpty else {
                state = .active
                return
            }
            Task { deliverBuffered() }
        }

        private func deliverBuffered() {
            guard case .beginning(let buffered) = state else { return }
            state = .active
            for update in buffered { take(update) }
        }

        func end() {
            state = .over
            unbind()
        }

        func take(_ update: Update) {
            switch state {
            case .beginning(let buffered): state = .beginning(buffered + [update])
            case .active: deliver(update)
            case .over: break
            }
        }

        private func deliver(_ update: Update) {
            switch update {
            case .notification(let response): onNotification(response)
            case .end(let failure):
                state = .over
                onEnd(failure)
            }
        }
    }
}
