import CallCore
import Signaling
import Timing

/// Keeps a client's event stream open: does what a ``LinkMachine`` decides.
@MainActor
final class CoordinatorLink {
    /// What the stream's owner is told.
    enum News {
        /// Events in order, with the number of the first one.
        case events([CoordinatorEvent], first: Int)
        /// A batch could not be read.
        case unreadable(BodyError)
        /// The stream is lost and being opened again.
        case lost
        /// The stream is open again, with what was missed or without it.
        case restored(ConnectedEvent)
        /// The stream is lost for good.
        case gone(any Error)
    }

    private let coordinator: CoordinatorClient
    private let scheduler: any Scheduler
    private let request: @MainActor () async throws -> ConnectRequest
    private let tell: @MainActor (News) -> Void
    private var machine: LinkMachine
    private var cursor = EventCursor()
    private var timers: [LinkMachine.Timer: WakeID] = [:]
    private var attempt: Task<Void, Never>?
    private var ping: Task<Void, Never>?
    private var lastError: any Error = NotConnectedError()
    /// Who waits for the stream to be open again.
    private var renewal: SharedOutcome<Void>?

    init(
        _ coordinator: CoordinatorClient, scheduler: any Scheduler, configuration: CallConfiguration,
        request: @escaping @MainActor () async throws -> ConnectRequest, tell: @escaping @MainActor (News) -> Void
    ) {
        self.coordinator = coordinator
        self.scheduler = scheduler
        self.request = request
        self.tell = tell
        machine = LinkMachine(interval: configuration.healthInterval, silence: configuration.healthTimeout)
        coordinator.onStaleConnection = { [weak self] in try await self?.renew() }
    }

    /// Opens the stream for the first time; what it brings with it comes as events right after.
    func open() async throws -> ConnectedEvent {
        handle(.close)
        let (event, missed) = try await connect(try await request())
        handle(.opened)
        tell(missed)
        return event
    }

    func close() {
        handle(.close)
        settleRenewal(.failure(NotConnectedError()))
    }

    func handle(_ event: LinkMachine.Event) {
        for effect in machine.handle(event) { perform(effect) }
    }

    // MARK: What is to be done

    private func perform(_ effect: LinkMachine.Effect) {
        switch effect {
        case .ping: askForLife()
        case .reopen:
            coordinator.forgetStream()
            attempt = Task { @MainActor [weak self] in await self?.reopen() }
        case .abandon:
            attempt?.cancel()
            attempt = nil
            ping?.cancel()
            ping = nil
        case .start(let timer, let duration): start(timer, duration)
        case .stop(let timer): stop(timer)
        case .tellLost: tell(.lost)
        case .tellGone:
            settleRenewal(.failure(lastError))
            tell(.gone(lastError))
        }
    }

    private func start(_ timer: LinkMachine.Timer, _ duration: Duration) {
        stop(timer)
        timers[timer] = scheduler.schedule(
            at: scheduler.now.advanced(by: duration), "\(timer.rawValue) of the event stream"
        ) { [weak self] in
            self?.timers[timer] = nil
            self?.handle(.ranOut(timer))
        }
    }

    private func stop(_ timer: LinkMachine.Timer) {
        if let wake = timers.removeValue(forKey: timer) { scheduler.cancel(wake) }
    }

    private func askForLife() {
        ping?.cancel()
        ping = Task { @MainActor [weak self, coordinator] in
            do {
                try await coordinator.askHealth()
                self?.handle(.answered)
            } catch RequestError.refused(let refusal) where !refusal.mayPass {
                self?.handle(.broken)
            } catch {
                // Silence has a timer of its own.
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
            attempt = nil
            handle(.opened)
            tell(.restored(event))
            tell(missed)
            settleRenewal(.success(()))
        } catch {
            guard !Task.isCancelled, !(error is CancellationError) else { return }
            attempt = nil
            lastError = error
            handle(.failed(mayPass: Self.mayPass(error)))
        }
    }

    /// An expired token may be followed by a new one.
    private static func mayPass(_ error: any Error) -> Bool {
        guard case .refused(let refusal)? = error as? RequestError else { return true }
        return refusal.mayPass || refusal.code == APIError.Code.tokenExpired.rawValue
    }

    private func connect(_ request: ConnectRequest) async throws -> (ConnectedEvent, [CoordinatorEvent]) {
        let (event, batch) = try await coordinator.connect(request) { [weak self] batch in
            self?.received(batch)
        } onUnreadable: { [weak self] error in
            // What it held is missing before the next one, and is asked for again then.
            self?.tell(.unreadable(error))
        } onLost: { [weak self] _ in
            self?.handle(.broken)
        }
        cursor.open(first: batch.first, count: batch.events.count)
        return (event, Array(batch.events.dropFirst()))
    }

    private func received(_ batch: EventBatch) {
        guard let known = cursor.take(first: batch.first, count: batch.events.count) else { return handle(.broken) }
        let news = known == 0 ? batch.events : Array(batch.events.dropFirst(known))
        tell(.events(news, first: batch.first &+ known))
    }

    /// Delivers the events of the response that opened the stream.
    private func tell(_ missed: [CoordinatorEvent]) {
        if !missed.isEmpty { tell(.events(missed, first: cursor.last &+ 1 &- missed.count)) }
    }

    // MARK: A connection that the coordinator does not take any more

    /// Opens the stream again for a request that was refused for want of a connection, and waits until that is done.
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
