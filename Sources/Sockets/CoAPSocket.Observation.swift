public import Wire

extension CoAPSocket {
    /// A server's notifications of one thing, until either side ends them.
    @MainActor
    public final class Observation {
        enum News {
            case notification(CoAP.Response)
            case end(CoAP.Failure)
        }

        private enum State {
            /// The first response is on its way to who asked; what comes meanwhile is kept.
            case beginning([News])
            case active
            case over
        }

        private let onNotification: @MainActor (CoAP.Response) -> Void
        private let onEnd: @MainActor (CoAP.Failure) -> Void
        private var state = State.beginning([])
        /// Where it is observed, and as what; the socket unbinds it before it goes.
        private unowned var socket: CoAPSocket?
        private var id: CoAP.ExchangeID?

        /// Makes one that a request is sent with; `onEnd` hears when the server ends it.
        public init(
            onNotification: @escaping @MainActor (CoAP.Response) -> Void,
            onEnd: @escaping @MainActor (CoAP.Failure) -> Void
        ) {
            self.onNotification = onNotification
            self.onEnd = onEnd
        }

        /// Whether notifications may still come.
        public var isActive: Bool {
            if case .over = state { false } else { true }
        }

        /// Ends the observation and tells the server.
        public func cancel() {
            stop(tellingServer: true)
        }

        /// Ends the observation; the server learns it when it notifies next.
        public func forget() {
            stop(tellingServer: false)
        }

        private func stop(tellingServer: Bool) {
            state = .over
            guard let id, let socket else { return }
            self.socket = nil
            socket.stop(id, tellingServer: tellingServer)
        }

        func bind(to socket: CoAPSocket, _ id: CoAP.ExchangeID) {
            self.socket = socket
            self.id = id
        }

        func unbind() {
            socket = nil
        }

        /// The first response was taken over: what was kept is told behind that.
        public func begin() {
            guard case .beginning(let kept) = state else { return }
            guard !kept.isEmpty else {
                state = .active
                return
            }
            Task { tellKept() }
        }

        private func tellKept() {
            guard case .beginning(let kept) = state else { return }
            state = .active
            for news in kept { take(news) }
        }

        func end() {
            state = .over
            unbind()
        }

        func take(_ news: News) {
            switch state {
            case .beginning(let kept): state = .beginning(kept + [news])
            case .active: tell(news)
            case .over: break
            }
        }

        private func tell(_ news: News) {
            switch news {
            case .notification(let response): onNotification(response)
            case .end(let failure):
                state = .over
                onEnd(failure)
            }
        }
    }
}
