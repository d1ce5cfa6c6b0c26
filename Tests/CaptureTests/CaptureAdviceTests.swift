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

    @Test func `where no setting forbids it, the capability is named`() {
        #expect(advice().advice.contains("`sudo setcap cap_net_raw+ep /usr/bin/rollcall`"))
        #expect(advice().reason.contains("unshare of the user namespace: Operation not permitted"))
        #expect(advice(isRoot: true).advice.contains("`--cap-add=NET_RAW`"))
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
