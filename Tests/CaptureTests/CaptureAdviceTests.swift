import Foundation
import Testing

@testable import Capture

@Suite struct CaptureAdviceTests {
    private func advice(
        step: Int = 3, error: Int32 = 1, settings: [String: String] = [:], isRoot: Bool = false
    ) -> CaptureAdvice {
        CaptureAdvice(
            step: step, error: error, setting: { settings[$0] }, isRoot: isRoot, executable: "/usr/bin/rollcall")
    }

    @Test(arguments: [
        ("kernel.unprivileged_userns_clone", "0", "1"), ("kernel.apparmor_restrict_unprivileged_userns", "1", "0"),
        ("user.max_user_namespaces", "0", "10000"), ("user.max_net_namespaces", "0", "10000"),
    ])
    func `a setting that forbids it is named with the command that permits it`(
        _ name: String, _ forbids: String, _ permits: String
    ) {
        let advice = advice(settings: [name: forbids])
        #expect(advice.reason.contains("\(name)=\(forbids)"))
        #expect(advice.advice == "`sudo sysctl -w \(name)=\(permits)` would permit it.")
        #expect(self.advice(settings: [name: permits]).advice.contains("sysctl") == false)
    }

    /// The parts of an environment that its user sees, or the error.
    private func outcome(_ mode: CaptureMode, isOwn: Bool, mayCapture: Bool) -> String {
        let advice = CaptureAdvice(reason: "no network", advice: "Ask for one.")
        do throws(CaptureError) {
            let found = try CaptureEnvironment(mode, isOwn: isOwn, mayCapture: mayCapture, advice)
            #expect(found.mode == mode && found.advice == advice && found.hasOwnNetwork == isOwn)
            return "\(found.kind)" + (found.note.map { ": \($0)" } ?? "")
        } catch {
            return error.description
        }
    }

    @Test func `mode, network and rights decide where packets come from, and what is said about it`() {
        let remark =
            "The capture is written from what the sockets sent, not captured live: no network. Ask for one."
        for (isOwn, mayCapture) in [(false, false), (false, true), (true, false), (true, true)] {
            let kind = isOwn ? "namespace" : mayCapture ? "host" : "ledger"
            #expect(outcome(.off, isOwn: isOwn, mayCapture: mayCapture) == "off")
            #expect(outcome(.ledger, isOwn: isOwn, mayCapture: mayCapture) == "ledger")
            let hasNone = kind == "ledger"
            #expect(outcome(.auto, isOwn: isOwn, mayCapture: mayCapture) == (hasNone ? "ledger: \(remark)" : kind))
            #expect(
                outcome(.live, isOwn: isOwn, mayCapture: mayCapture)
                    == (hasNone ? "a live capture is not permitted: no network. Ask for one." : kind))
        }
    }

    @Test func `packets that reach no interface are in the ledger, unless nothing is captured`() throws {
        let advice = CaptureAdvice.noPacketSockets
        for isOwn in [false, true] {
            for mode in [CaptureMode.auto, .live, .ledger] {
                let found = try CaptureEnvironment(mode, isOwn: isOwn, mayCapture: true, advice).withoutInterface
                #expect(found == (try CaptureEnvironment(.ledger, isOwn: isOwn, mayCapture: true, advice)))
            }
            let off = try CaptureEnvironment(.off, isOwn: isOwn, mayCapture: true, advice)
            #expect(off.withoutInterface == off)
        }
        #expect(
            advice.note == "The capture is written from what the sockets sent, not captured live: the kernel offers "
                + "no packet sockets. A kernel with CONFIG_PACKET would permit it.")
    }

    @Test func `a setting of the kernel is its first word, and one that it does not have is nil`() {
        #expect(CaptureAdvice.setting(named: "kernel.ostype") == "Linux")
        #expect(CaptureAdvice.setting(named: "kernel.no_such_setting") == nil)
    }

    @Test func `each step that failed has its words`() {
        let steps = [
            (2, "running a trial process"), (3, "unshare of the user namespace"), (4, "mapping the user's id"),
            (5, "unshare of the network namespace"), (6, "bringing lo up"), (99, "step 99"),
        ]
        for (step, words) in steps {
            #expect(
                advice(step: step).reason
                    == "the system allows no network of its own (\(words): Operation not permitted)")
        }
        #expect(
            advice(step: 1).reason
                == "the process already had more than one thread when it asked for a network of its own")
        #expect(advice(step: 1).advice == "Prepare the capture first thing in main.")
    }

    @Test func `each error has its words`() {
        let errors: [(CaptureError, String)] = [
            (.liveNotPermitted(reason: "r", advice: "A."), "a live capture is not permitted: r. A."),
            (.cannotCapture(reason: "r"), "cannot capture on the loopback interface: r"),
            (.cannotWrite(file: "f", reason: "r"), "cannot write the capture f: r"),
        ]
        for (error, words) in errors { #expect(error.description == words) }
        let fileErrors: [(CaptureFileError, String)] = [
            (.cannotOpen(file: "f", reason: "r"), "f: r"),
            (.cannotOpen(file: "f", reason: "unknown file format"), "f: it is not a capture, neither pcap nor pcapng"),
            (.damaged(file: "f", afterPacket: 2, offset: 7, reason: "r"), "f: record 3 at byte 7: r"),
            (
                .damaged(file: "f", afterPacket: 0, offset: 24, reason: "truncated dump file"),
                "f: record 1 at byte 24: truncated dump file; the file is cut there: write it again, or copy it whole"
            ),
            (
                .cannotOpen(file: "f", reason: "the capture file has no Interface Description Blocks"),
                "f: the capture file has no Interface Description Blocks; "
                    + "a pcapng file describes each interface before the packets from it"
            ), (.badFilter(expression: "e", reason: "r"), "the filter `e` is not valid: r"),
            (.cannotWrite(file: "f", reason: "r"), "cannot write f: r"),
        ]
        for (error, words) in fileErrors { #expect(error.description == words) }
    }

    @Test func `where no setting forbids it, the capability is named`() {
        #expect(advice().advice.contains("`sudo setcap cap_net_raw+ep /usr/bin/rollcall`"))
        #expect(advice().reason.contains("unshare of the user namespace: Operation not permitted"))
        #expect(advice(isRoot: true).advice.contains("`--cap-add=NET_RAW`"))
    }

    @Test func `the advice is for the user, the executable and the settings of this process`() throws {
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        for step in 1...6 {
            let expected = CaptureAdvice(
                step: step, error: EPERM, setting: CaptureAdvice.setting(named:), isRoot: geteuid() == 0,
                executable: executable)
            #expect(CaptureAdvice.explaining(step: step, error: EPERM) == expected)
        }
    }

    @Test func `a process of several threads gets no own network, keeps the present one, and gets the reason`() throws {
        let environment = try CaptureEnvironment.prepare(.ledger)
        #expect(!environment.hasOwnNetwork)
        #expect(environment.advice.reason.contains("more than one thread"))
    }

    @Test func `the filter accepts loopback packets of the run's own ports`() {
        let all = "inbound and udp and src net 127.0.0.0/8 and dst net 127.0.0.0/8"
        #expect(LiveRing.filter(ports: []) == all)
        #expect(
            LiveRing.filter(ports: [5683...5683, 40_000...50_000])
                == "\(all) and (src portrange 5683-5683 or src portrange 40000-50000)")
    }
}
