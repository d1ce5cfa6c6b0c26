import Foundation
import ProgramTesting
import Testing

/// The keys of `run --watch`, in a pseudo terminal.
@Suite struct WatchKeyTests {
    private static let session = """
        import fcntl, os, pty, select, struct, subprocess, sys, termios, time
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        before = termios.tcgetattr(theirs)
        def lead():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        run = subprocess.Popen([sys.argv[1], "run", "a.yaml", "b.yaml", "--watch"], stdin=theirs, stdout=theirs,
                               stderr=theirs, preexec_fn=lead, env={**os.environ, "TERM": "xterm"})
        def turn(key):
            os.write(ours, key)
            seen = b""
            end = time.time() + 60
            while b"q: quit" not in seen:
                assert time.time() < end and run.poll() is None, (key, seen, run.poll())
                if select.select([ours], [], [], 0.2)[0]: seen += os.read(ours, 65536)
            return seen.decode()
        def runs(text): return sorted(name for name in ("A-1", "B-1") if name in text.split("waiting")[0])
        assert "1 passed" in turn(b"")
        assert runs(turn(b"a")) == ["A-1", "B-1"]
        assert runs(turn(b"f")) == ["B-1"]
        assert runs(turn(b"r")) == ["B-1"]
        assert runs(turn(b"\\n")) == ["B-1"]
        os.write(ours, b"xq")
        assert run.wait(60) == 1, run.returncode
        assert termios.tcgetattr(theirs)[3] == before[3], "the terminal is not as it was"
        print("in order")

        """

    @Test func `keys run again, run what failed, run all, and quit with the status of the last run`() throws {
        let folder = try Folder()
        let rollcall = try Program("rollcall", in: folder)
        try folder.writeScenario("A-1", to: "a.yaml")
        let failing = try folder.text(of: "a.yaml")
            .replacingOccurrences(of: "A-1", with: "B-1").replacingOccurrences(of: "inCall", with: "idle")
        try folder.write(failing, to: "b.yaml")
        try folder.write(Self.session, to: "keys.py")
        let outcome = try Program(at: "/usr/bin/env", in: folder).run(["python3", "keys.py", rollcall.path.path])
        #expect(outcome.output == "in order\n", "\(outcome.output)\(outcome.errors)")
    }
}
