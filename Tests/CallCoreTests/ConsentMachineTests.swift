import CallCore
import Chance
import Testing
import Timing
import Wire

/// The client's side of its path: RFC 7675 and RFC 8489, without a socket.
@Suite struct ConsentMachineTests {
    private static let seen = SocketAddress(host: HostAddress(127, 1, 0, 1), port: 50_000)
    private static let sfu = SocketAddress(host: HostAddress(127, 0, 1, 1), port: 5684)
    private static let key = Array("password".utf8)

    private func machine(seed: UInt64 = 1) -> ConsentMachine {
        ConsentMachine(
            username: "user", password: "password", sfu: Self.sfu, generator: SeededGenerator(seed: seed), at: .start)
    }

    private func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

    /// The datagrams that it wants sent.
    private func sent(_ outputs: [ConsentMachine.Output]) -> [[UInt8]] {
        outputs.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
    }

    private func answer(
        _ request: [UInt8], seenAt address: SocketAddress = seen, key: [UInt8] = key
    ) throws -> [UInt8] {
        let message = try STUN.Message(decoding: request)
        return try #require(message.success(seenAt: address).encoded(STUN.Protection(key: key)))
    }

    /// Opens the path at once.
    private func open(_ machine: inout ConsentMachine) throws {
        let request = try #require(sent(machine.wake(at: .start)).first)
        #expect(try machine.receive(answer(request), at: .start) == [.opened(at: Self.seen)])
    }

    @Test func `a check is a binding request with name, integrity and fingerprint`() throws {
        var machine = machine()
        let request = try #require(sent(machine.wake(at: .start)).first)
        let message = try STUN.Message(decoding: request)
        #expect(message.messageClass == .request)
        #expect(message.username == "user")
        #expect(try STUN.integrity(of: request, key: Self.key) == .valid(.sha1))
        #expect(try STUN.integrity(of: request, key: [1]) == .invalid(.sha1))
    }

    @Test func `until the first answer checks follow after twice the time, and after 30 s the path is dead`() {
        var machine = machine()
        var times: [Double] = []
        while let wake = machine.nextWake {
            let outputs = machine.wake(at: wake)
            if !sent(outputs).isEmpty { times.append(Double(wake.nanoseconds) / 1e9) }
            if outputs == [.died] { times.append(-Double(wake.nanoseconds) / 1e9) }
        }
        #expect(times == [0, 0.5, 1.5, 3.5, 7.5, 12.5, 17.5, 22.5, 27.5, -30])
        #expect(machine.state == .dead)
    }

    @Test func `an open path is checked every 5 s, a fifth more or less, by the seed`() throws {
        var pauses: Set<Int64> = []
        for seed in 1...20 as ClosedRange<UInt64> {
            var machine = machine(seed: seed)
            try open(&machine)
            var last = Instant.start
            for _ in 0..<10 {
                let wake = try #require(machine.nextWake)
                let pause = last.duration(to: wake)
                #expect(pause >= .seconds(4))
                #expect(pause <= .seconds(6))
                pauses.insert(pause.milliseconds)
                let request = try #require(sent(machine.wake(at: wake)).first)
                #expect(try machine.receive(answer(request), at: wake).isEmpty)
                last = wake
            }
        }
        #expect(pauses.count > 100)
    }

    @Test func `consent expires 30 s after the last answer and not before`() throws {
        var machine = machine()
        try open(&machine)
        var last: Instant?
        while let wake = machine.nextWake {
            let outputs = machine.wake(at: wake)
            if outputs == [.died] { last = wake }
        }
        #expect(last == at(30))
        #expect(machine.nextWake == nil)
        #expect(machine.wake(at: at(100)).isEmpty)
    }

    @Test(arguments: [(29_999, true), (30_000, false), (30_001, false)])
    func `an answer just before consent expires keeps the path, and one at that instant or later does not`(
        _ milliseconds: Int, _ isKept: Bool
    ) throws {
        var machine = machine()
        try open(&machine)
        var requests: [[UInt8]] = []
        let arrival = Instant.start.advanced(by: .milliseconds(milliseconds))
        // At the same instant what is due comes first.
        while let wake = machine.nextWake, wake <= arrival { requests += sent(machine.wake(at: wake)) }
        let last = try #require(requests.last)
        if isKept {
            #expect(try machine.receive(answer(last), at: arrival).isEmpty)
        } else {
            #expect(throws: ConsentMachine.Refusal.unexpected) { try machine.receive(answer(last), at: arrival) }
        }
        #expect((machine.state == .open) == isKept)
    }

    @Test func `an answer to any check of the last 30 s keeps the path alive`() throws {
        var machine = machine()
        try open(&machine)
        var requests: [[UInt8]] = []
        while let wake = machine.nextWake, wake < at(29) { requests += sent(machine.wake(at: wake)) }
        let first = try #require(requests.first)
        #expect(try machine.receive(answer(first), at: at(29)).isEmpty)
        var death: Instant?
        while let wake = machine.nextWake { if machine.wake(at: wake) == [.died] { death = wake } }
        #expect(death == at(59))
    }

    @Test func `a response with another address means that the client moved`() throws {
        var machine = machine()
        try open(&machine)
        let wake = try #require(machine.nextWake)
        let request = try #require(sent(machine.wake(at: wake)).first)
        let elsewhere = SocketAddress(host: HostAddress(127, 1, 40, 1), port: 50_000)
        #expect(try machine.receive(answer(request, seenAt: elsewhere), at: wake) == [.moved(to: elsewhere)])
        #expect(machine.mappedAddress == elsewhere)
    }

    @Test func `a check on demand follows at once, and otherwise after the time of the pending one`() throws {
        var machine = machine()
        try open(&machine)
        machine.checkSoon(at: at(1))
        #expect(machine.nextWake == at(1))
        let request = try #require(sent(machine.wake(at: at(1))).first)
        machine.checkSoon(at: at(1.1))
        #expect(machine.nextWake == at(1.5))
        _ = try machine.receive(answer(request), at: at(1.2))
        machine.checkSoon(at: at(1.3))
        #expect(machine.nextWake == at(1.3))
    }

    @Test func `only the SFU's checks are answered`() throws {
        var machine = machine()
        try open(&machine)
        var other = SeededGenerator(seed: 9)
        func question(_ name: String, key: [UInt8], by algorithm: STUN.Algorithm = .sha1) throws -> [UInt8] {
            let message = STUN.Message(
                .request, transactionID: STUN.TransactionID(from: &other), attributes: [.username(name)])
            return try #require(message.encoded(STUN.Protection(key: key, algorithms: [algorithm])))
        }
        let asked = try question("sfu:user", key: Self.key)
        let answer = try #require(sent(machine.receive(asked, at: .start)).first)
        #expect(try STUN.integrity(of: answer, key: Self.key) == .valid(.sha1))
        #expect(try STUN.Message(decoding: answer).mappedAddress == .v4(Self.sfu))
        #expect(
            try STUN.Message(decoding: answer).transactionID == STUN.Message(decoding: asked).transactionID)
        let strong = try question("sfu:user", key: Self.key, by: .sha256)
        let strongAnswer = try #require(sent(machine.receive(strong, at: .start)).first)
        #expect(try STUN.integrity(of: strongAnswer, key: Self.key) == .valid(.sha256))
        let (foreign, forged) = (try question("user", key: Self.key), try question("sfu:user", key: [1]))
        #expect(throws: ConsentMachine.Refusal.unexpected) { try machine.receive(foreign, at: .start) }
        #expect(throws: ConsentMachine.Refusal.wrongIntegrity) { try machine.receive(forged, at: .start) }
    }

    @Test func `a check of the SFU with unknown attributes that must be understood is refused with 420`() throws {
        var machine = machine()
        try open(&machine)
        var other = SeededGenerator(seed: 9)
        let check = STUN.Message(
            .request, transactionID: STUN.TransactionID(from: &other),
            attributes: [
                .username("sfu:user"), .other(type: 0x7FFF, value: []), .other(type: 0xFFFF, value: []),
                .other(type: 0x7FFE, value: []),
            ])
        let bytes = try #require(check.encoded(STUN.Protection(key: Self.key)))
        let answer = try #require(sent(machine.receive(bytes, at: .start)).first)
        let refusal = try STUN.Message(decoding: answer)
        #expect(refusal.messageClass == .failure && refusal.transactionID == check.transactionID)
        #expect(refusal.errorCode?.code == 420)
        #expect(refusal.attributes.contains(.unknownAttributes([0x7FFF, 0x7FFE])))
    }

    @Test func `a response with an unknown attribute that must be understood is discarded`() throws {
        var machine = machine()
        let request = try #require(sent(machine.wake(at: .start)).first)
        var message = try STUN.Message(decoding: request).success(seenAt: Self.seen)
        message.attributes.append(.other(type: 0x7FFF, value: []))
        let strange = try #require(message.encoded(STUN.Protection(key: Self.key)))
        #expect(throws: ConsentMachine.Refusal.unexpected) { try machine.receive(strange, at: .start) }
        #expect(machine.state == .opening)
        message.attributes[1] = .other(type: 0xFFFF, value: [])
        let known = try #require(message.encoded(STUN.Protection(key: Self.key)))
        #expect(try machine.receive(known, at: .start) == [.opened(at: Self.seen)])
    }

    @Test func `unverified, unrequested and non-STUN datagrams change nothing`() throws {
        var machine = machine()
        let request = try #require(sent(machine.wake(at: .start)).first)
        let before = machine.nextWake
        let stranger = STUN.Message(.success, transactionID: try STUN.Message(decoding: request).transactionID)
        var other = SeededGenerator(seed: 9)
        let unasked = STUN.Message(.request, transactionID: STUN.TransactionID(from: &other))
        let cases: [([UInt8], ConsentMachine.Refusal)] = [
            (try answer(request, key: [7]), .wrongIntegrity),
            (try #require(stranger.success(seenAt: Self.seen).encoded()), .wrongIntegrity),
            (try answer(try #require(unasked.encoded())), .unexpected),
            (Array(request.dropLast()), .malformed), ([0, 1], .malformed), (request, .unexpected),
        ]
        for (datagram, refusal) in cases {
            #expect(throws: refusal) { try machine.receive(datagram, at: .start) }
        }
        #expect(machine.state == .opening)
        #expect(machine.nextWake == before)
        let good = try answer(request)
        #expect(try machine.receive(good, at: .start) == [.opened(at: Self.seen)])
        #expect(throws: ConsentMachine.Refusal.unexpected) { try machine.receive(good, at: .start) }
    }
}
