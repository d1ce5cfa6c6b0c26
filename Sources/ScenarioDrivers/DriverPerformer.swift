import Journal
package import Loop
package import ScenarioLanguage
package import ScenarioVocabulary
import Timing
package import Wire

/// An outside program as a participant: it is told what to do, and tells what it is, in lines of JSON.
@MainActor
package final class DriverPerformer: Performer {
    package let spec: ParticipantSpec
    package let address: SocketAddress
    package let states: ReportedStates
    /// What it did that it must not; the run is over then.
    package private(set) var fault: DriverFault?
    /// What it said that it can do; nil before.
    package private(set) var hello: DriverHello?
    /// The first move of its calling state that is not in the table.
    package private(set) var illegalMove: (from: String, to: String)?
    private let loop: EventLoop
    private let record: RunRecord
    private let quiescence: QuiescenceMonitor
    private var process: DriverProcess?
    private var lines = DriverLines()
    private var lineNumber = 0
    private var lastID = 0
    /// Commands that have not ended, by number; the greeting is number 0.
    private var waiting: [Int: UnsafeContinuation<Void, any Error>] = [:]
    /// The `sync` that is not answered.
    private var openSync: Int?

    package init(
        _ spec: ParticipantSpec, at address: SocketAddress, loop: EventLoop, record: RunRecord,
        quiescence: QuiescenceMonitor
    ) {
        self.spec = spec
        self.address = address
        self.loop = loop
        self.record = record
        self.quiescence = quiescence
        states = ReportedStates(of: spec.name, record: record) { loop.now }
    }

    // MARK: What it is told

    /// Starts the program and greets it; it has time for its answer until ``greeted()``.
    package func start(_ driver: DriverSpec, greeting: [UInt8]) throws {
        do throws(DriverFault) {
            process = try DriverProcess(driver, loop: loop) { [unowned self] in
                take($0)
            } onEnd: { [unowned self] in
                closed()
            }
        } catch {
            fail(error)
            throw error
        }
        send(greeting)
        loop.schedule(at: loop.now.advanced(by: patience), "the greeting of \(name)'s driver") {
            [weak self] in
            guard let self, hello == nil else { return }
            fail(DriverFault(kind: .silent, text: "did not say hello within \(patience.written)"))
        }
    }

    /// Waits for its hello.
    package func greeted() async throws {
        if let fault { throw fault }
        guard hello == nil else { return }
        try await withUnsafeThrowingContinuation { waiting[0] = $0 }
    }

    package func connect() async throws {
        guard let connect = Commands.table.words.first(where: { $0.name == "connect" }) else { return }
        try await perform(Command(connect, Arguments()))
    }

    package func perform(_ command: Command) async throws {
        states.commanded()
        quiescence.noteActivity(at: loop.now)
        if let fault { throw fault }
        lastID += 1
        let id = lastID
        try await withUnsafeThrowingContinuation { continuation in
            waiting[id] = continuation
            send(DriverOrder.command(command, id: id))
        }
        if command.spec.name == "connect" { try checkBackend() }
    }

    /// Throws when the driver is connected and the coordinator has not received a datagram of it.
    ///
    /// Faults and expectations on packets would have no effect on such a driver, and nothing would show it.
    private func checkBackend() throws(DriverFault) {
        guard hello?.hasOwnBackend == false, !record.packets.contains(where: { $0.from.host == address.host }) else {
            return
        }
        let fault = DriverFault(
            kind: .wrong,
            text: "has connected without a datagram from \(address.host) to the coordinator: "
                + "with a backend of its own it says `\"backend\": \"own\"` in its `hello`")
        fail(fault)
        throw fault
    }

    /// Asks it to answer when it has dealt with all that came before.
    package func sync() {
        guard fault == nil, openSync == nil else { return }
        lastID += 1
        let id = lastID
        openSync = id
        send(DriverOrder.sync(id: id))
        loop.schedule(at: loop.now.advanced(by: patience), "the answer of \(name)'s driver") { [weak self] in
            guard let self, openSync == id else { return }
            fail(DriverFault(kind: .silent, text: "did not answer a `sync` within \(patience.written)"))
        }
    }

    /// Whether it has answered all that it was asked.
    package var isInSync: Bool { openSync == nil }

    private var patience: Duration { spec.driver?.patience ?? DriverLimits.patience }

    private func send(_ line: [UInt8]) {
        guard process?.write(line) == false else { return }
        fail(DriverFault(kind: .silent, text: "does not read: \(DriverLimits.unread) bytes wait for it"))
    }

    package func leave() async {}

    /// Says goodbye; ``close()`` then waits a little for the program to go.
    package func sayGoodbye() {
        _ = process?.write(DriverOrder.bye)
        process?.closeInput()
    }

    package func close() {
        process?.kill(after: fault == nil ? DriverLimits.leaving : 0)
        process = nil
    }

    // MARK: What it says

    private func take(_ bytes: [UInt8]) {
        process?.flush()
        do throws(DriverFault) {
            for line in try lines.take(bytes) {
                lineNumber += 1
                guard fault == nil else { return }
                try heed(try DriverMessage(line, number: lineNumber))
            }
        } catch {
            fail(error)
        }
    }

    private func heed(_ message: DriverMessage) throws(DriverFault) {
        switch message {
        case .hello(let hello): try greet(hello)
        case .synced(let id):
            guard openSync == id else { throw wrong("answers a `sync` \(id) that is not open") }
            openSync = nil
            quiescence.answered()
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
                kind: .unsupported,
                text: reason.isEmpty ? "does not support command \(id)" : "does not support \(reason)")
        case .state(let values): for value in values { try report(value) }
        case .event(let type, let call): states.count(event: type, cid: call)
        case .notification(let notification, let call):
            states.count(notification: notification, call.map { [JournalAttribute("cid", .text($0))] } ?? [])
        }
        quiescence.noteActivity(at: loop.now)
    }

    private func greet(_ news: DriverHello) throws(DriverFault) {
        guard hello == nil else { throw wrong("is a second `hello`") }
        hello = news
        record.log(name, "driver", [.init("name", .text(news.name))])
        waiting.removeValue(forKey: 0)?.resume()
    }

    private func answered(
        _ id: Int, _ resume: (UnsafeContinuation<Void, any Error>) -> Void
    ) throws(DriverFault) {
        guard id > 0, let continuation = waiting.removeValue(forKey: id) else {
            throw wrong("answers a command \(id) that is not open")
        }
        resume(continuation)
    }

    private func report(_ member: JSON.Member) throws(DriverFault) {
        guard let type = Property.type(named: member.name) else {
            let advice =
                Spelling.suggestion(for: member.name, in: Properties.table.words.map(\.name)).map { "; \($0)" } ?? ""
            throw wrong("reports \(member.name.quoted), which is no property\(advice)")
        }
        guard let value = Value(member.value, of: type) else {
            throw wrong(
                "reports \(member.name.quoted) as \(member.value.written.quoted), "
                    + "which is something else than \(type.expected)\(type.advice(on: member.value))")
        }
        if member.name == "callingState" { check(value) }
        states.report(member.name, value)
    }

    private func check(_ state: Value) {
        guard illegalMove == nil, case .text(let to) = state, case .text(let from) = states["callingState"],
            !CallingMoves.areLegal(from, to)
        else { return }
        illegalMove = (from, to)
    }

    private func wrong(_ text: String) -> DriverFault {
        DriverFault(kind: .wrong, text: "wrote a message that \(text)", line: lineNumber)
    }

    // MARK: Its end

    /// It says nothing more: most likely its process is ending, which the kernel tells a little later.
    private func closed() {
        guard fault == nil else { return }
        let unfinished = lines.unfinished > 0 ? ", in the middle of a line" : ""
        loop.schedule(at: loop.now.advanced(by: .milliseconds(100)), "the end of \(name)'s driver") { [weak self] in
            guard let self else { return }
            let end = process?.end() ?? "closed its standard output"
            fail(DriverFault(kind: .died, text: end + unfinished))
        }
    }

    private func fail(_ fault: DriverFault) {
        guard self.fault == nil else { return }
        self.fault = fault
        record.log(name, "driver \(fault)")
        let left = waiting.sorted { $0.key < $1.key }
        waiting = [:]
        for (_, continuation) in left { continuation.resume(throwing: fault) }
    }

    /// It cannot do what the scenario needs.
    package func lacks(_ needs: [String]) {
        fail(DriverFault(kind: .unsupported, text: "does not support \(Spelling.list(needs, joinedBy: "and"))"))
    }
}

extension Property {
    /// What the values of a property are that a driver names; nil when there is none of that name.
    fileprivate static func type(named name: String) -> ValueType? {
        if let property = Properties.table.words.first(where: { $0.name == name }) { return property.type }
        let parts = name.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch parts.first {
        case "custom"? where parts.count > 1: return .anything
        case "participants"? where parts.count == 3:
            return ParticipantProperties.table.words.first { $0.name == parts[2] }?.type
        case "members"? where parts.count == 3: return MemberProperties.table.words.first { $0.name == parts[2] }?.type
        default: return nil
        }
    }
}

extension ValueType {
    /// The nearest word, or the words that there are, as the end of a message.
    fileprivate func advice(on value: JSON) -> String {
        guard case .word(let words) = self, let text = value.text else { return "" }
        return Spelling.suggestion(for: text, in: words.all).map { "; \($0)" } ?? ""
    }
}

extension JSON {
    /// The value as JSON has it.
    fileprivate var written: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .number(let digits): digits
        case .text(let text): text
        case .array(let values): "[\(values.map(\.written).joined(separator: ", "))]"
        case .object(let members): "{\(members.map { "\($0.name): \($0.value.written)" }.joined(separator: ", "))}"
        }
    }
}
