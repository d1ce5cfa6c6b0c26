import Chance
import Load
import Loop
import Sockets
import Telephony
import Timing
import Wire

/// SIP calls to a program, from one socket.
@MainActor
final class SIPLoadEnvironment: LoadEnvironment {
    private let target: SIPTarget
    private let loop: EventLoop
    /// A unique part of the identifiers of this load.
    private let tag: String
    private var socket: UDPSocket?
    private var calls: [String: SIPUnit] = [:]
    private var meter: LoadMeter?

    /// The highest number of concurrent calls.
    private static let maxCalls = 100_000

    init(_ target: SIPTarget, loop: EventLoop, tag: String) {
        self.target = target
        self.loop = loop
        self.tag = tag
    }

    func open(_ meter: LoadMeter) throws {
        let socket = try UDPSocket(SocketAddress(host: target.address.host, port: 0))
        socket.onDatagram = { [unowned self] bytes, _ in receive(bytes) }
        (self.socket, self.meter) = (socket, meter)
    }

    private func receive(_ bytes: [UInt8]) {
        meter?.received()
        guard let response = SIP.FieldRanges(bytes) else { return }
        calls[String(decoding: bytes[response.callID], as: UTF8.self)]?.receive(response, in: bytes)
    }

    func send(_ bytes: [UInt8]) {
        meter?.sent(bytes.count)
        socket?.send(bytes, to: target.address)
    }

    func forget(_ number: Int) { calls[id(of: number)] = nil }

    private func id(of number: Int) -> String { "\(number)@\(tag)" }

    // MARK: Units

    var hasRoom: Bool { calls.count < Self.maxCalls }

    func makeUnit(_ number: Int, intended: Instant) -> any LoadUnit {
        let place = socket.map { "\($0.address)" } ?? ""
        let messages = SIP.CallerMessages(to: target.uri, from: place, number: number, tag: tag)
        let unit = SIPUnit(number, intended: intended, loop: loop, caller: SIP.Caller(messages), environment: self)
        calls[id(of: number)] = unit
        return unit
    }

    func start(_ unit: any LoadUnit) { (unit as? SIPUnit)?.start() }

    var fault: String? { nil }
    var sessions: Int { 0 }
    var kernelDrops: Int { socket?.dropped ?? 0 }
    var joinedDatagrams: Int { 0 }

    func close() { socket?.close() }
}

/// One SIP call of a load.
@MainActor
final class SIPUnit: LoadUnit {
    let number: Int
    let intended: Instant
    let started: Instant
    private(set) var failure: LoadFailure?
    private(set) var isInterrupted = false
    var example: String? { nil }
    var needsCheck = false
    var onPhase: @MainActor (PhaseClock.Finding, Duration) -> Void = { _, _ in }
    var onCheckNeeded: @MainActor (any LoadUnit) -> Void = { _ in }
    var onOver: @MainActor (any LoadUnit) -> Void = { _ in }
    var onRetransmission: @MainActor () -> Void = {}

    private let loop: EventLoop
    private let environment: SIPLoadEnvironment
    private var caller: SIP.Caller
    private let timer: SingleTimer
    private var isOver = false

    init(_ number: Int, intended: Instant, loop: EventLoop, caller: SIP.Caller, environment: SIPLoadEnvironment) {
        (self.number, self.intended, self.loop) = (number, intended, loop)
        (self.caller, self.environment) = (caller, environment)
        timer = SingleTimer(loop)
        started = loop.freshNow
    }

    func start() { perform(caller.begin()) }

    func receive(_ response: SIP.FieldRanges, in bytes: [UInt8]) { perform(caller.receive(response, in: bytes)) }

    func performDueActions() -> Bool { false }

    func interrupt() {
        isInterrupted = true
        perform(caller.end())
    }

    private func perform(_ effects: [SIP.Caller.Effect]) {
        for effect in effects { perform(effect) }
        // An established call ends at once, without a pause, as in the usual scenario of SIPp.
        if caller.stage == .established { perform(caller.end()) }
    }

    private func perform(_ effect: SIP.Caller.Effect) {
        switch effect {
        case .send(let bytes): environment.send(bytes)
        case .repeated(let bytes):
            onRetransmission()
            environment.send(bytes)
        case .wake(let time): arm(time)
        case .rung: note(.incoming)
        case .answered: note(.joined)
        case .ended(let reason): end(reason)
        }
    }

    private func arm(_ time: Duration) {
        timer.set(after: time, "a SIP timer") { [weak self] in
            guard let self else { return }
            perform(caller.fire())
        }
    }

    private func note(_ phase: LoadPhase) {
        let finding = PhaseClock.Finding(phase: phase, duration: started.duration(to: loop.freshNow))
        onPhase(finding, intended.duration(to: started))
    }

    private func end(_ reason: String?) {
        guard !isOver else { return }
        isOver = true
        timer.cancel()
        failure = reason.map { LoadFailure(file: nil, line: nil, reason: $0) }
        environment.forget(number)
        onOver(self)
    }
}
