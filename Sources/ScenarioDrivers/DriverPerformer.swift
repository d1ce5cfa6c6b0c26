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
    package private(set) var hello: DriverHello?
    /// The first transition of its calling state that is not in the table.
    package private(set) var illegalMove: (from: String, to: String)?
    /// The message with that transition.
    package private(set) var illegalMessage: String?
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
    private var reportLines: [String: (number: Int, line: [UInt8])] = [:]
    /// The address until a socket of the harness is attached.
    private let host: SocketAddress
    private var lastID = 0
    /// The commands that have not ended, by number.
    private var waiting: [Int: UnsafeContinuation<Void, any Error>] = [:]
    private let pool: DriverPool
    /// The words of commands and properties.
    private let words: LibraryWords
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

    package var address: SocketAddress { socket?.address ?? host }
    /// True when the harness delivers the driver's datagrams and advances its time.
    package var isVirtual: Bool { hello?.isVirtual ?? false }
    var patience: Duration { driver.patience ?? DriverLimits.patience }

    // MARK: The greeting

    /// Starts the program and writes its `hello`; ``awaitHello()`` reads the response.
    package func start(greeting: [UInt8]) {
        do throws(DriverFault) {
            process = try pool.take(driver, in: network)
            asked = greeting
            _ = process?.write(greeting)
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

    /// Records the greeting, and fails a driver that lacks a needed ability.
    package func finishGreeting(_ needs: DriverNeeds) {
        if let fault { return record.log(name, "driver \(fault)") }
        guard let hello else { return }
        record.log(name, "driver", [.init("name", .text(hello.name))])
        let missing = needs.missing(in: hello)
        guard !missing.isEmpty else { return }
        let list = Spelling.list(missing, joinedBy: "and")
        fail(DriverFault(violation: .unsupported, text: "does not support \(list)"))
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
        try await withUnsafeThrowingContinuation { continuation in
            waiting[id] = continuation
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
            process?.kill(after: fault == nil ? DriverLimits.leaving : 0)
        }
        process = nil
    }

    private var isKeptForAnother: Bool { fault == nil && isVirtual && hello?.isReusable == true && network < 0 }

    // MARK: Messages

    /// Decodes a line and acts on it.
    func handle(_ line: [UInt8]) throws(DriverFault) {
        try act(on: try read(line))
    }

    func read(_ line: [UInt8]) throws(DriverFault) -> DriverMessage {
        lineNumber += 1
        self.line = line
        return try DriverMessage(line, number: lineNumber)
    }

    func act(on message: DriverMessage) throws(DriverFault) {
        switch message {
        case .hello(let message):
            guard hello == nil else { throw wrong("is a second `hello`") }
            hello = message
        case .synced(let id):
            guard openSync == id else { throw wrong("answers a `sync` \(id) that is not open") }
            openSync = nil
            quiescence?.answered()
            return
        case .log(let text):
            record.log(name, text)
            return
        case _ where hello == nil: throw wrong("comes before its `hello`")
        case .done(let id): try answered(id) { $0.resume() }
        case .failed(let id, let error): try answered(id) { $0.resume(throwing: error) }
        case .unsupported(let id, let reason):
            try answered(id) { $0.resume(throwing: UnsupportedCommand("\(id)")) }
            throw DriverFault(
                violation: .unsupported,
                text: reason.isEmpty ? "does not support command \(id)" : "does not support \(reason)")
        case .state(let values): for value in values { try report(value) }
        case .event(let type, let call): states.count(event: type, cid: call)
        case .notification(let notification, let call):
            states.count(notification: notification, call.map { [JournalAttribute("cid", .text($0))] } ?? [])
        case .send, .wake, .idle: try actInVirtualTime(on: message)
        }
        quiescence?.noteActivity(at: loop.now)
    }

    private func answered(
        _ id: Int, _ resume: (UnsafeContinuation<Void, any Error>) -> Void
    ) throws(DriverFault) {
        guard id > 0, let continuation = waiting.removeValue(forKey: id) else {
            let open = Spelling.list(waiting.keys.sorted().map { "\($0)" }, joinedBy: "and")
            let expected = waiting.isEmpty ? "no command is" : "open: \(open)"
            throw wrong("answers a command \(id) that is not open; \(expected)")
        }
        resume(continuation)
    }

    private func report(_ member: JSON.Member) throws(DriverFault) {
        let report: DriverReport
        do throws(DriverReportError) { report = try DriverReport(member, words) } catch { throw wrong(error.text) }
        if member.name == "callingState" { check(report.value) }
        states.report(report.property, report.value)
        reportLines[report.property] = (lineNumber, line)
    }

    private func check(_ state: Value) {
        guard illegalMove == nil, case .text(let to) = state, case .text(let from) = states["callingState"],
            !CallingMoves.areLegal(from, to)
        else { return }
        illegalMove = (from, to)
        illegalMessage =
            "\(name).callingState: reported in line \(lineNumber) of the driver's output: \(DriverFault.excerpt(line))"
    }

    /// Returns the driver's last message about a property, for the report of a failure.
    package func message(about property: Property) -> String {
        guard let (number, line) = reportLines[property.description] else { return "the driver never reported it" }
        return "reported in line \(number) of the driver's output: \(String(decoding: line, as: UTF8.self))"
    }

    /// The driver's last message with a calling state; nil without one.
    package var lastStateMessage: String? {
        reportLines["callingState"].map {
            "\(name).callingState: reported in line \($0.number) of the driver's output: "
                + String(decoding: $0.line, as: UTF8.self)
        }
    }

    func wrong(_ text: String) -> DriverFault {
        DriverFault(
            violation: .wrong, text: "wrote a message that \(text)", line: lineNumber, wrote: DriverFault.excerpt(line))
    }

    /// Adds the last line of the harness to a fault that is a missing response.
    func withQuestion(_ fault: DriverFault) -> DriverFault {
        guard fault.violation == .silent || fault.violation == .died, hello != nil else { return fault }
        var fault = fault
        fault.asked = DriverFault.excerpt(asked)
        return fault
    }

    /// Ends the run with a fault; pending commands fail with it.
    func fail(_ fault: DriverFault) {
        guard self.fault == nil else { return }
        self.fault = fault
        record.log(name, "driver \(fault)")
        let left = waiting.sorted { $0.key < $1.key }
        waiting = [:]
        for (_, continuation) in left { continuation.resume(throwing: fault) }
    }
}
