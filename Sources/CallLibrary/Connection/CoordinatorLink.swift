import CallCore
import Signaling
import Timing

/// Keeps a client's event stream open. Performs the effects of a ``LinkMachine``.
@MainActor
final class CoordinatorLink {
    /// A report to the owner of the stream.
    enum Event {
        /// Events in order, with the number of the first one.
        case events([CoordinatorEvent], first: Int)
        /// A batch that could not be decoded.
        case unreadable(BodyError)
        /// The stream is lost and reopens.
        case lost
        /// The stream is open again. Missed events may follow.
        case restored(ConnectedEvent)
        /// The stream is lost permanently.
        case gone(any Error)
    }

    private let coordinator: CoordinatorClient
    private let request: @MainActor () async throws -> ConnectRequest
    private let onEvent: @MainActor (Event) -> Void
    private var machine: LinkMachine
    private var cursor = EventCursor()
    private let timers: KeyedTimers<LinkMachine.Timer>
    private var attempt: Task<Void, Never>?
    private var ping: Task<Void, Never>?
    private var lastError: any Error = NotConnectedError()
    /// The number of closes so far. A stream that opens after a close that followed its request is closed immediately.
    private var closings = 0
    /// The outcome of a pending renewal, shared by its callers.
    private var renewal: SharedOutcome<Void>?

    init(
        _ coordinator: CoordinatorClient, scheduler: any Scheduler, configuration: CallConfiguration,
        request: @escaping @MainActor () async throws -> ConnectRequest, onEvent: @escaping @MainActor (Event) -> Void
    ) {
        self.coordinator = coordinator
        timers = KeyedTimers(scheduler)
        self.request = request
        self.onEvent = onEvent
        machine = LinkMachine(interval: configuration.healthInterval, silence: configuration.healthTimeout)
        coordinator.onStaleConnection = { [weak self] in try await self?.renew() }
    }

    /// Opens the stream for the first time. Events of the response are delivered right after.
    func open() async throws -> ConnectedEvent {
        handle(.close)
        let closings = closings
        let (event, missed) = try await connect(try await request())
        guard closings == self.closings else {
            // The server expires an unused connection, so a failure to close it changes nothing.
            try? await coordinator.disconnect()
            throw NotConnectedError()
        }
        handle(.opened)
        deliver(missed)
        return event
    }

    func close() {
        closings += 1
        handle(.close)
        settleRenewal(.failure(NotConnectedError()))
    }

    func handle(_ event: LinkMachine.Event) {
        for effect in machine.handle(event) { perform(effect) }
    }

    // MARK: Effects

    private func perform(_ effect: LinkMachine.Effect) {
        switch effect {
        case .ping: requestHealth()
        case .reopen:
            coordinator.forgetStream()
            attempt = Task { @MainActor [weak self] in await self?.reopen() }
        case .abandon:
            attempt?.cancel()
            ping?.cancel()
        case .start(let timer, let duration): start(timer, duration)
        case .stop(let timer): timers.cancel(timer)
        case .notifyLost: onEvent(.lost)
        case .notifyGone:
            settleRenewal(.failure(lastError))
            onEvent(.gone(lastError))
        }
    }

    private func start(_ timer: LinkMachine.Timer, _ duration: Duration) {
        timers.set(timer, after: duration, "\(timer.rawValue) of the event stream") { [weak self] in
            self?.handle(.ranOut(timer))
        }
    }

    private func requestHealth() {
        ping?.cancel()
        ping = Task { @MainActor [weak self, coordinator] in
            do {
                try await coordinator.checkHealth()
                self?.handle(.responded)
            } catch RequestError.refused(let refusal) where !refusal.isTransient {
                self?.handle(.broken)
            } catch {
                // A missing response is handled by the machine's timer.
            }
        }
    }

    // MARK: Opening

    private func reopen() async {
        do {
            var request = try await request()
            request.resume = coordinator.connectionId
            request.lastEvent = cursor.last
            let (event, missed) = try await connect(request)
            guard !Task.isCancelled else { return }
            handle(.opened)
            onEvent(.restored(event))
            deliver(missed)
            settleRenewal(.success(()))
        } catch {
            guard !Task.isCancelled, !(error is CancellationError) else { return }
            lastError = error
            handle(.failed(isTransient: Self.isTransient(error)))
        }
    }

    /// True for errors that may not occur again: transient ones, and an expired token, because the next attempt has a
    /// new token.
    private static func isTransient(_ error: any Error) -> Bool {
        guard case .refused(let refusal)? = error as? RequestError else { return true }
        return refusal.isTransient || refusal.code == APIError.Code.tokenExpired.rawValue
    }

    private func connect(_ request: ConnectRequest) async throws -> (ConnectedEvent, [CoordinatorEvent]) {
        let (event, batch) = try await coordinator.connect(request) { [weak self] batch in
            self?.received(batch)
        } onUnreadable: { [weak self] error in
            // The next batch shows that these events are missing, and they are then requested again.
            self?.onEvent(.unreadable(error))
        } onLost: { [weak self] _ in
            self?.handle(.broken)
        }
        cursor.open(first: batch.first, count: batch.events.count)
        return (event, Array(batch.events.dropFirst()))
    }

    private func received(_ batch: EventBatch) {
        guard let known = cursor.take(first: batch.first, count: batch.events.count) else { return handle(.broken) }
        let new = known == 0 ? batch.events : Array(batch.events.dropFirst(known))
        onEvent(.events(new, first: batch.first &+ known))
    }

    /// Delivers the events of the response that opened the stream.
    private func deliver(_ missed: [CoordinatorEvent]) {
        if !missed.isEmpty { onEvent(.events(missed, first: cursor.last &+ 1 &- missed.count)) }
    }

    // MARK: A connection that the coordinator no longer accepts

    /// Reopens the stream after a request was refused for lack of a connection, and waits for the result.
    private func renew() async throws {
        let outcome = renewal ?? SharedOutcome<Void>(onAbandoned: {})
        renewal = outcome
        handle(.broken)
        handle(.pathBack)
        if machine.stage == .closed { settleRenewal(.failure(NotConnectedError())) }
        try await outcome.value()
    }

    private func settleRenewal(_ result: Result<Void, any Error>) {
        renewal?.settle(result)
        renewal = nil
    }
}
