import Foundation
import ProgramTesting
import Testing

/// Loads that are interrupted, watched, changed by keys, and soaked.
@Suite struct LoadControlTests {
    private let folder: Folder
    private let rollcall: Program

    private static let call = """
        id: L-1
        name: A call that is accepted
        participants:
          alice: {}
          bob: {}
        steps:
          - alice: ring
            call: default:standup
            members: [bob]
          - within: 1s
            expect: {bob.callingState: incoming}
          - bob: accept
          - within: 1s
            expect: {everyone.callingState: inCall}
          - wait: 20s

        """

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.write(Self.call, to: "a.yaml")
    }

    /// Runs a program of Python that is given the path of rollcall.
    private func python(_ text: String) throws -> Program.Outcome {
        try folder.write(text, to: "keys.py")
        return try Program(at: "/usr/bin/env", in: folder).run(["python3", "keys.py", rollcall.path.path])
    }

    @Test(arguments: ["real", "virtual"])
    func `an interrupt ends a load in order, with all that was measured`(_ clock: String) throws {
        // Many descriptors show that instances are under way.
        let outcome = try python(
            """
            import json, os, signal, subprocess, sys, time
            words = [sys.argv[1], "load", "a.yaml", "--shape", "constant(10/s, 200h)", "--clock", "\(clock)",
                     "--report", "json=r.json", "--report", "html=r.html", "--series", "s.csv", "--series", "s.hlog"]
            load = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
            while len(os.listdir(f"/proc/{load.pid}/fd")) < 40:
                assert load.poll() is None
                time.sleep(0.05)
            load.send_signal(signal.SIGTERM if "\(clock)" == "real" else signal.SIGINT)
            output = load.communicate()[0]
            report = json.load(open("r.json"))
            it = report["statistics"]
            assert load.returncode == 130, (load.returncode, output)
            assert report["verdict"] == "interrupted" and "interrupted: after" in output, output
            assert it["cutShort"] > 0 and it["underWay"] == 0, it
            assert it["started"] == it["completed"] + it["failed"] + it["cutShort"], it
            assert it["phases"]["accept-inCall"]["intended"]["count"] > 0, it
            assert open("r.html").read().rstrip().endswith("</html>")
            assert all(line.count(",") == open("s.csv").readline().count(",") for line in open("s.csv"))
            assert not [name for name in os.listdir(".") if name.endswith(".part")]
            print("in order")
            """)
        #expect(outcome.output == "in order\n", "\(outcome.output)\(outcome.errors)")
    }

    private static let terminal = """
        import os, pty, select, subprocess, sys, time
        ours, theirs = pty.openpty()
        import fcntl, struct, termios
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
        def session(*words):
            before = termios.tcgetattr(theirs)
            def lead():
                os.setsid()
                fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            load = subprocess.Popen([sys.argv[1], "load", "a.yaml", *words], stdin=theirs, stderr=theirs,
                                    stdout=subprocess.PIPE, text=True, preexec_fn=lead, env={**os.environ, "TERM": "xterm"})
            seen = ""
            def until(word):
                nonlocal seen
                end = time.time() + 60
                while word not in seen:
                    assert time.time() < end and load.poll() is None, (word, seen, load.poll())
                    if select.select([ours], [], [], 0.2)[0]: seen += os.read(ours, 65536).decode(errors="replace")
                seen = seen[seen.index(word):]
            def press(keys): os.write(ours, keys.encode())
            yield until
            yield press
            output = load.communicate()[0]
            assert termios.tcgetattr(theirs)[3] == before[3], "the terminal is not as it was"
            yield (load.returncode, output)

        """

    @Test func `keys pause, raise, lower and stop a load in real time`() throws {
        let outcome = try python(
            Self.terminal + """
                load = session("--shape", "constant(5/s, 10min)", "--clock", "real")
                until, press = next(load), next(load)
                until("at once")
                until("ring→incoming p50")
                press("p")
                until("paused (p resumes)")
                press("p+")
                until("110% of the planned rate")
                press("--")
                until("91% of the planned rate")
                press("q")
                until("stopping")
                status, output = next(load)
                assert status in (0, 2) and "0 cut short" not in output and ", 0 failed" in output, (status, output)
                print("obeyed")
                """)
        #expect(outcome.output == "obeyed\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test func `virtual time stands still in a pause, and an interrupt ends it`() throws {
        let outcome = try python(
            Self.terminal + """
                load = session("--concurrency", "3", "--budget", "700h")
                until, press = next(load), next(load)
                until("at once")
                press("p")
                until("paused (p resumes)")
                press("+")
                press("\\x03")
                status, output = next(load)
                assert status == 130 and "interrupted: after" in output, (status, output)
                print("obeyed")
                """)
        #expect(outcome.output == "obeyed\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test func `without a terminal no line is shown`() throws {
        let outcome = try rollcall.run("load", "a.yaml", "--concurrency", "2", "--runs", "4")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }

    @Test func `a soak finds one descriptor a call that is not closed, and no growth of descriptors without it`() throws
    {
        let words = ["load", "a.yaml", "--shape", "constant(1/s, 10min)", "--soak", "--report", "json=r.json"]
        _ = try rollcall.run(words)
        let sound = try folder.text(of: "r.json")
        #expect(sound.contains(/"descriptors":\{[^}]*"grows":false/), "\(sound)")
        #expect(sound.contains(/"sessions":\{[^}]*"grows":false/), "\(sound)")
        #expect(sound.contains(/"timers":\{[^}]*"grows":false/), "\(sound)")
        let leaking = Self.call.replacingOccurrences(of: "bob: {}", with: "bob: {interceptor: leak}")
        try folder.write(leaking, to: "a.yaml")
        let outcome = try Program("TrapHost", in: folder).run(words)
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(/broken: .*descriptors grow by \+1000 \(/), "\(outcome.output)")
    }

    @Test func `a soak that is too short is invalid and says what it needs`() throws {
        let outcome = try rollcall.run("load", "a.yaml", "--shape", "constant(1/s, 1min)", "--soak")
        #expect(outcome.status == 2)
        #expect(outcome.output.contains("invalid: the soak is too short to judge"), "\(outcome.output)")
    }
}
