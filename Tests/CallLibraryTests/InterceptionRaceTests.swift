import CallCore
import Chance
import Covering
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import CallLibrary

@MainActor
@Suite struct InterceptionRaceTests {
    private struct Veto: Error, Equatable {}

    /// A socket from which nothing comes and where everything goes nowhere.
    private final class DeadSocket: DatagramSocket {
        let address = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 1)
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?
        func send(_ bytes: [UInt8], to destination: SocketAddress) {}
        func close() {}
    }

    private struct Interceptor: CallJoinIntercepting {
        let work: @MainActor @Sendable () async throws -> Void
        func callReadyToJoin(_ call: Call) async throws { try await work() }
    }

    @MainActor
    private final class Notes {
        var cancelled = false
    }

    private let scheduler = ManualScheduler()

    private func call() -> Call {
        let client = StreamVideo(
            user: User(id: "alice"), coordinator: SocketAddress(host: HostAddress(127, 0, 0, 1), port: 5683),
            environment: CallEnvironment(
                scheduler: scheduler, generator: SeededGenerator(seed: 1), socket: DeadSocket())
        ) { [] }
        return client.call(callType: "default", callId: "standup")
    }

    private func race(_ limit: Duration, _ work: @escaping @MainActor @Sendable () async throws -> Void) -> Task<
        Void, any Error
    > {
        let call = call()
        return Task {
            try await InterceptionRace().run(Interceptor(work: work), for: call, limit: limit, on: scheduler)
        }
    }

    /// Lets tasks that are ready run until they wait.
    private func settle() async {
        for _ in 0..<20 { await Task.yield() }
    }

    @Test func `an interceptor that returns lets the join go on, and leaves no timer behind`() async throws {
        try await race(.seconds(5)) {}.value
        #expect(scheduler.pending == 0)
    }

    @Test func `an interceptor's error is kept in the join's error`() async {
        do {
            try await race(.seconds(5)) { throw Veto() }.value
            Issue.record("nothing was thrown")
        } catch {
            #expect((error as? CallJoinInterceptionError)?.underlyingError as? Veto == Veto())
        }
    }

    @Test func `a CancellationError that an interceptor throws itself is a veto too`() async {
        await #expect(throws: CallJoinInterceptionError.self) {
            try await race(.seconds(5)) { throw CancellationError() }.value
        }
    }

    @Test(.covers("INT-18", "INT-19")) func `at the limit the join continues and the interceptor's task is cancelled`()
        async throws
    {
        let notes = Notes()
        let race = race(.seconds(5)) {
            await withTaskCancellationHandler {
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            } onCancel: {
                Task { @MainActor in notes.cancelled = true }
            }
        }
        await settle()
        scheduler.advance(by: .milliseconds(4999))
        await settle()
        #expect(!notes.cancelled)
        scheduler.advance(by: .milliseconds(1))
        try await race.value
        await settle()
        #expect(notes.cancelled)
    }

    @Test func `a limit of zero or less waits for nothing`() async throws {
        for limit in [Duration.zero, .seconds(-1)] {
            try await race(limit) { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }.value
        }
    }

    @Test func `cancelling the surrounding task throws CancellationError`() async {
        let race = race(.seconds(5)) { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        await settle()
        race.cancel()
        await #expect(throws: CancellationError.self) { try await race.value }
        #expect(scheduler.pending == 0)
    }
}
