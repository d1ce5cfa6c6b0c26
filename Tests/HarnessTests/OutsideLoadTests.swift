import Foundation
import ProgramTesting
import Testing

/// Loads of servers in other processes: `rollcall serve`, and a SIP program.
@Suite struct OutsideLoadTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeAcceptedCall(to: "a.yaml", within: "5s", rest: nil)
    }

    private func python(_ text: String) throws -> Program.Outcome {
        try folder.write(text, to: "load.py")
        return try Program(at: "/usr/bin/env", in: folder).run(["python3", "load.py", rollcall.path.path])
    }

    private static let serve = """
        import json, os, signal, socket, subprocess, sys, time
        # A busy machine makes starts late, and a load invalid (2) instead of broken (1).
        rollcall = sys.argv[1]
        with open("secret", "wb") as file: file.write(bytes(range(40)))
        os.chmod("secret", 0o600)
        def serve():
            served = subprocess.Popen([rollcall, "serve", "--port", "0", "--secret", "secret", "--log", "off"],
                                      stdout=subprocess.PIPE, text=True)
            address = served.stdout.readline().split()[1]
            while served.stdout.readline().strip() != "ready": pass
            return served, address
        def load(address, *words):
            done = subprocess.run([rollcall, "load", "a.yaml", "--server", address, "--secret", "secret", *words],
                                  capture_output=True, text=True)
            return done.returncode, done.stdout, done.stderr

        """

    @Test func `a load at a server in another process completes its calls, twice and in two processes`() throws {
        let outcome = try python(
            Self.serve + """
                served, address = serve()
                for words in [[], ["--workers", "2"]]:
                    status, output, errors = load(address, "--shape", "constant(5/s, 2s)", "--report", "json=r.json", *words)
                    it = json.load(open("r.json"))["statistics"]
                    assert it["completed"] == 10 and it["failed"] == 0, (status, output, errors)
                    assert it["phases"]["accept-inCall"]["intended"]["count"] == 10, it["phases"]
                    assert it["datagrams"]["sent"] > 100 and it["datagrams"]["received"] > 100, it["datagrams"]
                served.terminate()
                print(served.communicate()[0], served.returncode)
                """)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains("ended after"), "\(outcome.output)")
    }

    @Test func `a server that is not there makes every call fail, with the reason`() throws {
        let outcome = try python(
            Self.serve + """
                served, address = serve()
                served.terminate()
                served.wait()
                status, output, errors = load(address, "--shape", "atOnce(2)", "--report", "json=r.json")
                assert status in (1, 2), (status, output, errors)
                # Each client sends its first request five times (RFC 7252 section 4.8).
                assert json.load(open("r.json"))["statistics"]["datagrams"]["retransmissions"] == 8, output
                assert "2 failed" in output and "the participants could not be connected" in output, output
                """)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test func `a secret must be long, the same, and its owner's alone`() throws {
        let outcome = try python(
            Self.serve + """
                served, address = serve()
                with open("secret", "wb") as file: file.write(bytes(40))
                status, output, errors = load(address, "--shape", "atOnce(1)")
                assert status in (1, 2) and "token" in output, (status, output, errors)
                os.chmod("secret", 0o644)
                status, output, errors = load(address, "--shape", "atOnce(1)")
                assert status == 2 and "chmod 600 secret" in errors, (status, output, errors)
                os.chmod("secret", 0o600)
                with open("secret", "wb") as file: file.write(b"short")
                status, output, errors = load(address, "--shape", "atOnce(1)")
                assert status == 2 and "it has 5 bytes, and needs 32" in errors, (status, output, errors)
                served.terminate()
                """)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test func `SIPp takes the calls of a SIP load, and those that it refuses are failures`() throws {
        let outcome = try python(
            """
            import json, os, socket, subprocess, sys, time
            rollcall = sys.argv[1]
            def free():
                with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as it:
                    it.bind(("127.0.0.1", 0))
                    return it.getsockname()[1]
            port = free()
            sipp = subprocess.Popen(["sipp", "-sn", "uas", "-i", "127.0.0.1", "-p", str(port), "-nostdin"],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(1)
            target = f"sip:service@127.0.0.1:{port}"
            done = subprocess.run([rollcall, "load", target, "--shape", "constant(20/s, 2s)", "--report", "json=r.json"],
                                  capture_output=True, text=True)
            it = json.load(open("r.json"))["statistics"]
            assert it["completed"] == 40 and it["failed"] == 0, (done.stdout, done.stderr)
            # INVITE, ACK and BYE; 180 and two times 200.
            assert it["datagrams"]["sent"] == 120 and it["datagrams"]["received"] == 120, it["datagrams"]
            assert it["phases"]["ring-incoming"]["intended"]["count"] == 40, it["phases"]
            # Nothing of it is captured, and each message is a datagram of its own.
            assert it["datagrams"]["joined"] == 0 and "capture" not in done.stdout, done.stdout
            sipp.kill()
            sipp.wait()
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as refusing:
                refusing.bind(("127.0.0.1", port))
                load = subprocess.Popen([rollcall, "load", target, "--shape", "atOnce(1)"], stdout=subprocess.PIPE,
                                        text=True)
                invite, peer = refusing.recvfrom(4096)
                fields = [line for line in invite.decode().split("\\r\\n")
                          if line.split(":")[0] in ("Via", "From", "To", "Call-ID", "CSeq")]
                answer = "SIP/2.0 486 Busy Here\\r\\n" + "\\r\\n".join(fields) + "\\r\\nContent-Length: 0\\r\\n\\r\\n"
                refusing.sendto(answer.encode(), peer)
                ack = refusing.recv(4096)
                assert ack.startswith(b"ACK sip:service"), ack
                output = load.communicate()[0]
                assert load.returncode in (1, 2) and "the INVITE was answered with 486" in output, output
            """)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: [
        (["a.yaml", "--server", "127.0.0.1"], "as in 127.0.0.1:5683"),
        (["a.yaml", "--server", "10.0.0.1:5683", "--secret", "s"], "an address of 127/8"),
        (["a.yaml", "--server", "127.0.0.1:5683"], "--server needs --secret FILE"),
        (["a.yaml", "--secret", "s"], "--secret belongs to --server"),
        (["a.yaml", "--server", "127.0.0.1:5683", "--secret", "s", "--clock", "virtual"], "no virtual time"),
        (["sip:a@example.org"], "as in sip:service@127.0.0.1:5060"), (["sip:a@127.0.0.1:x"], "as in sip:service"),
        (["sip:127.0.0.1", "a.yaml"], "name sip:127.0.0.1 alone"),
        (["sip:127.0.0.1", "--clock", "virtual"], "no virtual time"),
        (["sip:127.0.0.1", "--tag", "x"], "is not a scenario: leave out --tag"),
    ])
    func `wrong use is an error with the correction`(words: [String], message: String) throws {
        let outcome = try rollcall.run(["load", "--shape", "atOnce(1)"] + words)
        #expect(outcome.status == 64, "\(outcome)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
