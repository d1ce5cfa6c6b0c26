import CallCore
import Signaling
import Testing
import Wire

/// Which call rings, and until when.
struct RingMachineTests {
    private static let standup = CallCid(type: "default", id: "standup")
    private static let other = CallCid(type: "default", id: "other")

    private static func ring(
        _ cid: CallCid, isBusy: Bool = false, timeout: Duration = .seconds(15)
    ) -> RingMachine.Event {
        let incoming = IncomingCall(
            cid: cid, caller: User(id: "alice"), members: [], timeout: timeout, video: false, custom: [:])
        return .changed(cid, .started(incoming), isBusy: isBusy)
    }

    private func machine(rejectsWhenBusy: Bool = true, _ events: RingMachine.Event...) -> RingMachine {
        var machine = RingMachine(rejectsWhenBusy: rejectsWhenBusy)
        for event in events { _ = machine.handle(event) }
        return machine
    }

    @Test func `a ring shows its call and starts its timer`() {
        var machine = machine()
        #expect(machine.handle(Self.ring(Self.standup)) == [.stopTimer, .startTimer(.seconds(15), ring: 1)])
        #expect(machine.ringing == Self.standup)
    }

    @Test func `the rejections of its own callees do not end the ring of another user`() {
        let rejected = RingMachine.Event.changed(
            Self.standup, .rejected(by: .other, .allRejected(count: 1)), isBusy: false)
        let outgoing = RingMachine.Event.outgoing(Self.standup, timeout: .seconds(15))
        #expect(machine(outgoing, rejected).ringing == nil)
        #expect(machine(outgoing, Self.ring(Self.standup), rejected).ringing == Self.standup)
    }

    @Test func `a ring without limit has no timer`() {
        var machine = machine()
        #expect(machine.handle(Self.ring(Self.standup, timeout: .zero)) == [.stopTimer])
    }

    @Test(arguments: [
        RingMachine.Event.ranOut(1), .closed(standup), .entered(standup), .entered(other),
        .changed(standup, .ended, isBusy: false), .changed(standup, .missed, isBusy: false),
        .changed(standup, .blocked, isBusy: false), .changed(standup, .accepted(by: .me), isBusy: false),
        .changed(standup, .rejected(by: .creator, .noneRemains), isBusy: false),
        .changed(standup, .rejected(by: .me, .continues), isBusy: false),
        .changed(standup, .alreadyHandled(.callHasEnded), isBusy: false),
    ])
    func `whatever ends the ring clears it`(event: RingMachine.Event) {
        #expect(machine(Self.ring(Self.standup), event).ringing == nil)
    }

    @Test(arguments: [
        RingMachine.Event.ranOut(0), .closed(other), .changed(other, .ended, isBusy: false),
        .changed(standup, .rejected(by: .other, .continues), isBusy: false),
        .changed(standup, .accepted(by: .other), isBusy: false),
    ])
    func `an unrelated event keeps the ring`(event: RingMachine.Event) {
        #expect(machine(Self.ring(Self.standup), event).ringing == Self.standup)
    }

    @Test(arguments: [
        RingMachine.Event.closed(other), .ranOut(0), .changed(other, .ended, isBusy: false),
        .changed(other, .missed, isBusy: false), .changed(other, .accepted(by: .me), isBusy: false),
        .changed(other, .accepted(by: .other), isBusy: false), .changed(other, .accepted(by: .creator), isBusy: false),
        .answering(other), .changed(standup, .rejected(by: .other, .continues), isBusy: false),
        .changed(standup, .rejected(by: .other, .noneRemains), isBusy: false),
    ])
    func `an unrelated event leaves the timer of an outgoing ring`(event: RingMachine.Event) {
        var machine = machine(.outgoing(Self.standup, timeout: .seconds(15)))
        #expect(machine.handle(event).isEmpty)
        #expect(machine.handle(.ranOut(1)) == [.stopTimer])
    }

    @Test(arguments: [RingChange.accepted(by: .other), .accepted(by: .creator)])
    func `an answer of another user leaves the timer of an incoming ring`(_ change: RingChange) {
        var machine = machine(Self.ring(Self.standup))
        #expect(machine.handle(.changed(Self.standup, change, isBusy: false)).isEmpty)
    }

    @Test func `the timer of an earlier ring does not end the next one`() {
        var machine = machine(Self.ring(Self.standup), .closed(Self.standup))
        #expect(machine.handle(Self.ring(Self.standup)) == [.stopTimer, .startTimer(.seconds(15), ring: 2)])
        #expect(machine.handle(.ranOut(1)).isEmpty && machine.ringing == Self.standup)
    }

    @Test func `a ring that needs no answer is not shown`() {
        let handled = RingMachine.Event.changed(Self.standup, .alreadyHandled(.userRespondedElsewhere), isBusy: false)
        #expect(machine(handled).ringing == nil)
    }

    @Test func `an acceptance on this device keeps the ring until the call is entered, without a timer`() {
        var machine = machine(Self.ring(Self.standup))
        #expect(machine.handle(.answering(Self.standup)) == [.stopTimer])
        #expect(machine.handle(.changed(Self.standup, .accepted(by: .me), isBusy: false)).isEmpty)
        #expect(machine.ringing == Self.standup)
        #expect(machine.handle(.entered(Self.standup)) == [.stopTimer] && machine.ringing == nil)
    }

    @Test func `an answer to an earlier ring of a call is none to the next ring`() {
        var machine = machine(
            Self.ring(Self.standup), .answering(Self.standup), .closed(Self.standup), Self.ring(Self.standup))
        #expect(machine.handle(.changed(Self.standup, .accepted(by: .me), isBusy: false)) == [.stopTimer])
        #expect(machine.ringing == nil)
    }

    @Test func `an outgoing ring that is accepted is not given up any more`() {
        var machine = machine(.outgoing(Self.standup, timeout: .seconds(15)))
        #expect(machine.handle(.changed(Self.standup, .accepted(by: .other), isBusy: false)) == [.stopTimer])
        #expect(machine.ringing == Self.standup)
    }

    @Test func `a busy client rejects a ring only when configured`() {
        var polite = machine(Self.ring(Self.standup))
        #expect(polite.handle(Self.ring(Self.other)) == [.rejectBusy(Self.other)])
        var silent = machine(rejectsWhenBusy: false, Self.ring(Self.standup))
        #expect(silent.handle(Self.ring(Self.other)).isEmpty && silent.ringing == Self.standup)
        var inCall = machine(.entered(Self.standup))
        #expect(inCall.handle(Self.ring(Self.other, isBusy: true)) == [.rejectBusy(Self.other)])
        #expect(inCall.handle(Self.ring(Self.standup)).isEmpty && inCall.ringing == nil)
    }

    @Test func `a ring that comes during a call is shown beside it`() {
        var machine = machine(rejectsWhenBusy: false, .entered(Self.standup))
        _ = machine.handle(Self.ring(Self.other, isBusy: true))
        #expect(machine.ringing == Self.other)
    }

    @Test(arguments: [
        RingChange.rejected(by: .me, .continues), .rejected(by: .creator, .noneRemains), .missed, .ended,
    ])
    func `the end of an earlier ring does not make the active call ring`(_ end: RingChange) {
        let machine = machine(
            .entered(Self.standup), .changed(Self.standup, end, isBusy: false), Self.ring(Self.standup))
        #expect(machine.ringing == nil)
    }

    @Test func `a call that was left may ring again`() {
        #expect(machine(.entered(Self.standup), .closed(Self.standup), Self.ring(Self.standup)).ringing == Self.standup)
    }
}
