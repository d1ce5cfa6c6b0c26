import Journal
package import Loop
package import ScenarioLanguage
package import ScenarioVocabulary
import Timing
package import Wire

/// A participant in an outside program. Commands, states and datagrams are lines of JSON (`Docs/driver.md`).
///
/// The program is started and greeted before the run, because its `hello` chooses the clock. Then
/// `DriverPerformer+RealTime.swift` or `DriverPerformer+VirtualTime.swift` controls it.
@MainActor
package final class DriverPerformer: ReportingPerformer {
    package let spec: ParticipantSpec
    package let driver: DriverSpec
    package let states: ReportedStates
    /// The fault that ends the run.
    package internal(set) var fault: DriverFault?
    /// The driver's abilities; nil before its `hello`.
    package internal(set) var hello: DriverHello?
    /// True when the program could be started.
    private var isStarted = false
    /// The first transition of its calling state that is not in the table.
    package internal(set) var illegalTransition: (from: String, to: String)?
    /// The message with that transition.
    package internal(set) var illegalMessage: String?
    let loop: EventLoop
    let record: RunRecord
    var process: DriverProcess?
    var lines = DriverLines()
    /// The lines that were read and not handled yet.
    var unhandled: [[UInt8]] = []
    var lineNumber = 0
    /// The line that is being handled.
    var line: [UInt8] = []
    /// The last line of the harness.
    var asked: [UInt8] = []
    /// The last line about each property, with its number.
    var reportLines: [String: (number: Int, line: [UInt8])] = [:]
    /// The address until a socket of the harness is attached.
    private let host: SocketAddress
    private var lastID = 0
    /// The commands that have not ended, by number.
    var waiting: [Int: (name: String, continuation: UnsafeContinuation<Void, any Error>)] = [:]
    /// The name of the last command; nil before the first.
    private(set) var lastCommand: String?
    private let pool: DriverPool
    /// The words of commands and properties.
    let words: LibraryWords
    /// The network namespace of its program; -1 without one.
    private let network: Int32

    // Real time
    /// False when its datagrams go from its own socket to a server in another process.
    package var seesItsTraffic = true
    package var quiescence: QuiescenceMonitor?
    /// The `sync` without a response; nil without one.
    var openSync: Int?

    // Virtual time
    var socket: DriverSocket?
    var pace = DriverPace()

    package init(
        _ spec: ParticipantSpec, _ driver: DriverSpec, at host: SocketAddress, loop: EventLoop, record: RunRecord,
        pool: DriverPool, words: LibraryWords, network: Int32 = -1
    ) {
        self.spec = spec
        self.driver = driver
        self.host = host
        self.loop = loop
        self.record = record
        self.pool = pool
        self.words = words
        self.network = network
        states = ReportedStates(of: spec.name, record: record) { loop.now }
    }

    /// The progress of the driver before the run.
    package var progress: DriverProgress { hello != nil ? .hello : isStarted ? .started : .nothing }
    package var address: SocketAddress { socket?.address ?? host }
    /// True when the harness delivers the driver's datagrams and advances its time.
    package var isVirtual: Bool { hello?.isVirtual ?? false }
    var patience: Duration { driver.patience ?? DriverLimits.patience }

    // MARK: `hello`

    /// Starts the program and writes its `hello`; ``awaitHello()`` reads the response.
    package func start(hello: [UInt8]) {
        do throws(DriverFault) {
            process = try pool.take(driver, in: network)
            isStarted = true
            asked = hello
            _ = process?.write(hello)
        } catch {
            fault = error
        }
    }

    /// Waits for the driver's `hello`, and in virtual time for the end of its response.
    package func awaitHello() {
        guard fault == nil else { return }
        do throws(DriverFault) {
            repeat {
                try handle(try nextLine(missing: "say hello"))
            } while hello == nil
            if isVirtual { try handleUntilIdle("hello") }
        } catch {
            fault = withQuestion(error)
        }
    }

    /// Records the response to `hello`, and fails a driver that lacks a needed ability.
    package func recordHello(_ needs: DriverNeeds) {
        if let fault { return record.log(name, "driver \(fault)") }
        guard let hello else { return }
        record.log(name, "driver", [.init("name", .text(hello.name))])
        let missing = needs.missing(in: hello)
        guard !missing.isEmpty else { return }
        let list = Spelling.list(missing, joinedBy: "and")
        // A misspelt name in `hello` looks like one that is missing.
        let mistake = hello.unknownName(words).map { "; in its `hello`, \($0)" } ?? ""
        fail(DriverFault(violation: .unsupported, text: "does not support \(list)\(mistake)"))
    }

    // MARK: Commands

    package func connect() async throws {
        guard let connect = words.commands.first(where: { $0.name == "connect" }) else { return }
        try await perform(Command(connect, Arguments()))
    }

    package func perform(_ command: Command) async throws {
        states.commanded()
        quiescence?.noteActivity(at: loop.now)
        if let fault { throw fault }
        let id = nextID()
        lastCommand = command.spec.name
        // Sound: it is removed when it is resumed, and each id is used once.
        try await withUnsafeThrowingContinuation { continuation in
            waiting[id] = (command.spec.name, continuation)
            let now = isVirtual ? loop.now : nil
            send(DriverOrder.command(command, id: id, at: now), "command")
        }
        if command.spec.name == "connect" { try checkBackend() }
    }

    /// Throws when the driver is connected and the coordinator has not received a datagram from it.
    ///
    /// Faults and expectations on packets would have no effect on such a driver, without any sign.
    private func checkBackend() throws(DriverFault) {
        guard hello?.hasOwnBackend == false, seesItsTraffic else { return }
        guard !record.packets.contains(where: { $0.from.host == address.host }) else { return }
        let fault = DriverFault(
            violation: .wrong,
            text: "has connected without a datagram from \(address.host) to the coordinator: "
                + "with a backend of its own it says `\"backend\": \"own\"` in its `hello`")
        fail(fault)
        throw fault
    }

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    private func send(_ line: [UInt8], _ type: String) {
        guard !isVirtual else { return exchange(line, type) }
        asked = line
        write(line)
    }

    package func leave() async {
        if isVirtual { exchange(DriverOrder.leave(at: loop.now), "leave") }
    }

    /// Writes `bye`; ``close()`` then waits a short time for the program's end.
    package func sendBye() {
        _ = process?.write(DriverOrder.bye)
        if !isKeptForAnother { process?.closeInput() }
    }

    package func close() {
        socket?.close()
        if let process, isKeptForAnother {
            pool.put(process, driver)
        } else {
            process?.kill(after: fault == nil && hello != nil ? DriverLimits.leaving : 0)
        }
        process = nil
    }

    private var isKeptForAnother: Bool { fault == nil && isVirtual && hello?.isReusable == true && network < 0 }

    // MARK: Faults

    /// Ends the run with a fault; pending commands fail with it.
    func fail(_ fault: DriverFault) {
        guard self.fault == nil else { return }
        self.fault = fault
        record.log(name, "driver \(fault)")
        let left = waiting.sorted { $0.key < $1.key }
        waiting = [:]
        for (_, command) in left { command.continuation.resume(throwing: fault) }
    }
}
