import CallCore
import Covering
import Signaling
import Testing

@Suite struct CallStageTests {
    /// The stages from which each one may be reached (`semantics.md` 2.1).
    static let sources: [CallStage: Set<CallStage>] = [
        .joining: [.idle, .accepted, .joining],
        .joined: [.joining],
        .accepting: [.idle],
        .accepted: [.accepting],
        .rejecting: [.idle, .joined],
        .rejected: [.rejecting],
    ]

    @Test(.covers("INT-02", "CSM-04", "CSM-08", "CSM-09", "CSM-10", "CSM-15", "CSM-16"), arguments: CallStage.allCases)
    func `a stage is reached from the documented stages only`(target: CallStage) {
        for source in CallStage.allCases {
            let expected: Bool =
                switch target {
                case .idle: source != .idle
                case .error: true
                case .leaving: source != .leaving
                default: Self.sources[target]?.contains(source) ?? false
                }
            #expect(source.successors.contains(target) == expected, "\(source) to \(target)")
        }
    }

    @Test(.covers("CSM-01", "INT-01", "CSM-03"))
    func `a new call is idle, and only its stage shows its activity`() throws {
        var machine = CallStageMachine()
        #expect(machine.stage == .idle)
        try machine.move(to: .accepting)
        try machine.move(to: .accepted)
        try machine.move(to: .joining)
        #expect(machine.stage == .joining)
    }

    @Test(.covers("CSM-02", "CSM-23", "CSM-24")) func `a refused move throws and changes nothing`() throws {
        var machine = CallStageMachine()
        try machine.move(to: .joining)
        #expect(throws: InvalidCallTransition(from: .joining, to: .accepting)) { try machine.move(to: .accepting) }
        #expect(machine.stage == .joining)
        try machine.move(to: .joined)
        #expect(machine.stage == .joined)
    }

    @Test(.covers("REJ-01", "REJ-02", "REJ-03", "REJ-05", "REJ-06", "REJ-07"))
    func `the reason of a rejection follows the situation`() {
        let cid = CallCid(type: "default", id: "a")
        let other = CallCid(type: "default", id: "b")
        func provided(_ ringing: (CallCid, Bool)?, _ active: Bool, _ timeout: Bool) -> RejectionReason? {
            RejectionReason.provided(
                for: cid, ringing: ringing.map { (cid: $0.0, isMine: $0.1) }, hasActiveCall: active,
                ringTimeout: timeout)
        }
        #expect(provided((cid, false), true, true) == .busy)
        #expect(provided((cid, true), false, true) == .cancel)
        #expect(provided((cid, true), false, false) == .cancel)
        #expect(provided((cid, false), false, true) == .timeout)
        #expect(provided((cid, false), false, false) == .decline)
        #expect(provided((other, false), false, false) == nil)
        #expect(provided(nil, false, false) == nil)
    }
}
