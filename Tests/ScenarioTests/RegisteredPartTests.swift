import Chance
import Journal
import Loop
import Signaling
import Sockets
import Testing
import Timing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// The environment of a registered participant, and the steps that a program registers.
@MainActor
@Suite struct RegisteredPartTests {
    private final class Socket: DatagramSocket {
        let address = Recording.alice
        var onDatagram: (@MainActor ([UInt8], SocketAddress) -> Void)?

        func send(_ bytes: [UInt8], to destination: SocketAddress) {}
        func close() {}
    }

    private final class Reporter: ReportingPerformer {
        let spec = ParticipantSpec(name: "bob", place: .start)
        let address = Recording.alice
        let states: ReportedStates

        init(_ states: ReportedStates) {
            self.states = states
        }

        func connect() {}
        func perform(_ command: Command) {}
        func leave() {}
        func close() {}
    }

    private final class Log {
        var lines: [String] = []
    }

    private let record = Recording().record
    private let states: ReportedStates

    init() {
        states = ReportedStates(of: "bob", record: record) { .start }
    }

    private func context(
        tracesClients: Bool, limits: ParticipantLimits = ParticipantLimits(),
        interceptor: (@MainActor () async throws -> Void)? = nil
    ) throws -> ParticipantContext {
        var spec = ParticipantSpec(name: "bob", place: .start)
        (spec.user, spec.displayName) = ("b", "Bob")
        var arguments = Arguments()
        arguments[.reason] = .value(.text("busy"))
        let parts = PerformerContext(
            spec, in: try read(scenario(steps: "- wait: 1s")), coordinator: Recording.server, serverKey: nil,
            socket: Socket(), scheduler: StageScheduler(owner: "bob", loop: .shared, onFired: { _, _ in }),
            generator: SeededGenerator(seed: 7), record: record, registry: Registry(), token: { [1, 2, 3] })
        return ParticipantContext(
            parts, arguments: arguments, states: states, tracesClients: tracesClients, limits: limits,
            interceptor: interceptor)
    }

    @Test func `a participant has its names, its address, its arguments and its token`() async throws {
        let context = try context(tracesClients: true)
        #expect(context.name == "bob" && context.userId == "b" && context.user.name == "Bob")
        #expect(context.coordinator == Recording.server && context.socket.address == Recording.alice)
        #expect(context.arguments.text(.reason) == "busy" && context.token() == [1, 2, 3])
        #expect(context.tracesClients && context.interceptor == nil && context.limits.cancel == .seconds(15))
        var (generator, same) = (context.generator, SeededGenerator(seed: 7))
        #expect(generator.next() == same.next() && context.scheduler.now == EventLoop.shared.now)
        let log = Log()
        let other = try self.context(tracesClients: false, limits: ParticipantLimits(cancel: .zero)) { [log] in
            log.lines.append("intercepted")
        }
        try await other.interceptor?()
        #expect(!other.tracesClients && other.limits.cancel == nil && log.lines == ["intercepted"])
    }

    @Test func `what a participant reports and notes is journaled as its own`() throws {
        let context = try context(tracesClients: false)
        context.report("mood", .text("good"))
        context.report("mood", .text("good"))
        context.note("greeted", [("who", "alice"), ("how", "none")])
        context.note("left")
        #expect(states["mood"] == .text("good"))
        #expect(
            record.journal.entries.map(\.event.shown) == [
                "state: participant bob, property mood, from none, to good",
                "log: source bob, name greeted, attributes who alice, how none", "log: source bob, name left",
            ])
    }

    @Test func `a step runs its code with its name and arguments, and one of kinds alone cannot be run`() async throws {
        let log = Log()
        let text = StepArgument<String>.text("text", "what", such: "text: a")
        let far = StepArgument<Bool>.flag("far", "how", such: "far: true")
        let step = RegisteredStep("does", needs: [text], takes: [far]) { [log] performer, command in
            log.lines.append("\(performer.name) \(command.name) \(command.arguments[text] ?? "-")")
        }
        var arguments = Arguments()
        arguments[text.argument] = .value(.text("hello"))
        try await step.perform("wave", Reporter(states), arguments)
        #expect(log.lines == ["bob wave hello"] && step.arguments.map(\.name) == ["text", "far"])
        let command = step.command(named: "wave")
        #expect(command.required == [text.argument] && command.optional == [far.argument])
        #expect(!command.isForKindsAlone && command.about == "does" && command.name == "wave")
        let alone = RegisteredStep(ofKinds: "does")
        let error = await #expect(throws: UnsupportedCommand.self) {
            try await alone.perform("fly", Reporter(states), arguments)
        }
        #expect(error?.command == "fly" && alone.arguments.isEmpty)
    }
}
