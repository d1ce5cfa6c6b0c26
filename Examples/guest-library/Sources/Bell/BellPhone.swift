/// A user's phone.
@MainActor
public final class BellPhone {
    /// The state of the phone.
    public enum State: Sendable {
        case quiet, calling, rung, entering, talking
    }

    /// The times after which the phone acts by itself; nil for never.
    public struct Limits: Sendable {
        /// A ring that is not answered is taken back.
        public var calling: Duration?
        /// A ring that is not answered is declined.
        public var rung: Duration?
        /// The check before a call is not waited for any longer.
        public var check: Duration?

        /// Creates limits.
        public init(calling: Duration?, rung: Duration?, check: Duration?) {
            self.calling = calling
            self.rung = rung
            self.check = check
        }
    }

    /// The phone cannot do that in its state.
    public struct WrongState: Error {}

    /// The state.
    public private(set) var state = State.quiet
    /// Called with each new state.
    public var onState: (@MainActor (State) -> Void)?
    /// Called with the users in the call.
    public var onPeople: (@MainActor ([String]) -> Void)?
    /// Runs before the phone enters a call. An error keeps it out.
    public var check: (@MainActor () async throws -> Void)?

    private let user: String
    private let exchange: BellPlace
    private let limits: Limits
    private let line: BellLine
    private var room = ""
    private var callees: Set<String> = []
    private var timer: Task<Void, Never>?

    /// Creates a phone at an exchange. `transmit` sends a datagram.
    public init(
        user: String, exchange: BellPlace, limits: Limits,
        transmit: @escaping @MainActor ([UInt8], BellPlace) -> Void
    ) {
        self.user = user
        self.exchange = exchange
        self.limits = limits
        line = BellLine(transmit: transmit)
        line.onMessage = { [weak self] message, _ in self?.take(message) }
    }

    /// Takes a datagram.
    public func receive(_ bytes: [UInt8], from place: BellPlace) { line.receive(bytes, from: place) }

    /// Tells the exchange where the user is.
    public func signIn() async throws { try await say(.hello) }

    /// Rings users.
    public func call(_ users: [String], room: String) async throws {
        guard state == .quiet else { throw WrongState() }
        self.room = room
        callees = Set(users).subtracting([user])
        change(to: .calling)
        wait(limits.calling) { $0.giveUp() }
        try await say(.ring, ["to": callees.sorted().joined(separator: ",")])
    }

    /// Takes the call that rings.
    public func pickUp() async throws {
        guard state == .rung else { throw WrongState() }
        try await enter(saying: .answer)
    }

    /// Does not take the call that rings.
    public func decline() async throws {
        guard state == .rung else { throw WrongState() }
        change(to: .quiet)
        try await say(.decline)
    }

    /// Takes the ring back, declines it, or leaves the call.
    public func hangUp() async throws {
        let before = state
        change(to: .quiet)
        switch before {
        case .quiet: return
        case .calling: try await say(.cancel)
        case .rung: try await say(.decline)
        case .entering, .talking: try await say(.bye)
        }
    }

    /// Gives up everything.
    public func close() {
        timer?.cancel()
        line.close()
    }

    private func say(_ verb: BellMessage.Verb, _ fields: [String: String] = [:]) async throws {
        let own = ["from": user, "room": room].filter { !$0.value.isEmpty }
        try await line.deliver(BellMessage(verb, fields.merging(own) { $1 }), to: exchange)
    }

    private func change(to new: State) {
        timer?.cancel()
        guard state != new else { return }
        state = new
        onState?(new)
        if new == .quiet { onPeople?([]) }
    }

    private func wait(_ limit: Duration?, _ end: @escaping @MainActor (BellPhone) -> Void) {
        guard let limit else { return }
        timer = Task { [weak self] in
            guard (try? await Task.sleep(for: limit)) != nil, let self else { return }
            end(self)
        }
    }

    private func giveUp() {
        Task { try? await hangUp() }
    }
}

// MARK: Messages

extension BellPhone {
    private func take(_ message: BellMessage) {
        let room = message.fields["room"] ?? ""
        let other = message.fields["from"] ?? ""
        switch (message.verb, state) {
        case (.ring, .quiet):
            self.room = room
            change(to: .rung)
            wait(limits.rung) { $0.giveUp() }
        case (.ring, _):
            line.post(BellMessage(.decline, ["from": user, "room": room]), to: exchange)
        case (.cancel, .rung) where room == self.room: change(to: .quiet)
        case (.answer, .calling) where room == self.room: Task { try? await enter(saying: nil) }
        case (.decline, .calling) where room == self.room:
            callees.remove(other)
            if callees.isEmpty { change(to: .quiet) }
        case (.people, .entering) where room == self.room, (.people, .talking) where room == self.room:
            onPeople?(message.users("users"))
        default: break
        }
    }

    /// Enters the call, if the check allows it.
    private func enter(saying verb: BellMessage.Verb?) async throws {
        change(to: .entering)
        if let verb { try await say(verb) }
        do {
            try await runCheck()
        } catch {
            if state == .entering { try await hangUp() }
            throw error
        }
        guard state == .entering else { return }
        try await say(.enter)
        if state == .entering { change(to: .talking) }
    }

    /// Waits for the check, up to its limit. A later result has no effect.
    private func runCheck() async throws {
        guard let check, let limit = limits.check else { return }
        let race = Race()
        let checking = Task {
            do {
                try await check()
                race.end(.success(()))
            } catch {
                race.end(.failure(error))
            }
        }
        let limiting = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            checking.cancel()
            race.end(.success(()))
        }
        defer { limiting.cancel() }
        try await race.result()
    }
}

/// The first of several results.
@MainActor
private final class Race {
    private var ended: Result<Void, any Error>?
    private var waiting: CheckedContinuation<Void, any Error>?

    func end(_ result: Result<Void, any Error>) {
        guard ended == nil else { return }
        ended = result
        waiting?.resume(with: result)
        waiting = nil
    }

    func result() async throws {
        if let ended { return try ended.get() }
        try await withCheckedThrowingContinuation { waiting = $0 }
    }
}
