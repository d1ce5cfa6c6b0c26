import Foundation
import ProgramTesting
import Testing

/// Metrics of a running load, searches for a rate, and comparisons of clocks.
@Suite struct LoadMeasureTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeAcceptedCall(to: "a.yaml", within: "2s", rest: nil)
    }

    private func python(_ text: String) throws -> Program.Outcome {
        try folder.write(text, to: "read.py")
        return try Program(at: "/usr/bin/env", in: folder).run(["python3", "read.py", rollcall.path.path])
    }

    @Test(arguments: ["real", "virtual"]) func `Prometheus reads the figures of a running load`(_ clock: String) throws
    {
        let outcome = try python(
            """
            import re, signal, subprocess, sys, urllib.error, urllib.request
            load = subprocess.Popen([sys.argv[1], "load", "a.yaml", "--shape", "constant(2/s, 200h)", "--clock", "\(clock)",
                "--metrics", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            address = load.stderr.readline().split()[1]
            assert address.startswith("http://127.0.0.1:"), address
            completed = 0
            while completed == 0:
                answer = urllib.request.urlopen(address, timeout=60)
                text = answer.read().decode()
                completed = int(re.search(r"^rollcall_load_completed_total (\\d+)$", text, re.M).group(1))
            assert answer.headers["Content-Type"].startswith("text/plain"), answer.headers
            values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
            assert float(values['rollcall_load_phase_seconds{phase="ring-incoming",quantile="0.99"}']) >= 0.039, text
            assert int(values["rollcall_load_started_total"]) >= completed
            typed = set(re.findall(r"^# TYPE (\\S+) ", text, re.M))
            for name in values:
                family = re.sub(r"(_sum|_count)$", "", name.split("{")[0])
                assert family in typed or name.split("{")[0] in typed, name
            try:
                urllib.request.urlopen(address.replace("/metrics", "/"), timeout=60)
                assert False
            except urllib.error.HTTPError as error:
                assert error.code == 404
            load.send_signal(signal.SIGINT)
            assert load.wait() == 130
            print("read")
            """)
        #expect(outcome.output == "read\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test func `a port that is taken is refused before the load begins, with the remedy`() throws {
        let outcome = try python(
            """
            import socket, subprocess, sys
            taken = socket.socket()
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            load = subprocess.run([sys.argv[1], "load", "a.yaml", "--shape", "atOnce(1)", "--metrics",
                str(taken.getsockname()[1])], capture_output=True, text=True)
            assert load.returncode == 2 and "--metrics 0 takes a free one" in load.stderr and load.stdout == "", load
            print("refused")
            """)
        #expect(outcome.output == "refused\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test func `a search finds the rate up to which all goals hold, as an interval of trials`() throws {
        let outcome = try rollcall.run(
            "load", "a.yaml", "--find-rate", "lateness p99 < 1ms", "--find-rate", "rate < 40/s", "--clock", "virtual",
            "--trial",
            "4s", "--report", "json=r.json")
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let report = try JSONSerialization.jsonObject(with: Data(folder.bytes(of: "r.json"))) as? [String: Any]
        let lower = try #require(report?["lower"] as? Double)
        let upper = try #require(report?["upper"] as? Double)
        // Completed calls a second are a little fewer than starts, because the last calls end later.
        #expect(lower < upper && upper / lower < 1.06 && (38...46).contains(lower), "\(outcome.output)")
        #expect(outcome.output.contains("stopped    after "), "\(outcome.output)")
        #expect(outcome.output.contains("trial 1: 10.00/s for 3.0 s: held: lateness p99 < 1ms: 0 s; rate < 40/s: "))
    }

    @Test func `a goal that no rate holds breaks the search`() throws {
        let outcome = try rollcall.run(
            "load", "a.yaml", "--find-rate", "ring→incoming p50 < 30ms", "--clock", "virtual", "--trial", "1s")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("no rate was found that holds"), "\(outcome.output)")
    }

    @Test func `a comparison shows both clocks, and where they differ`() throws {
        let outcome = try rollcall.run(
            "load", "a.yaml", "--shape", "constant(5/s, 2s)", "--compare-clocks", "--report", "json=r.json",
            "--threshold", "ring→incoming p50 >= 41ms")
        // Under the virtual clock the phase takes exactly 40 ms, so that the threshold is broken there.
        #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(/started +10 +10\n/), "\(outcome.output)")
        #expect(outcome.output.contains(/ring→incoming p50 +40\.0 ms +\d+(\.\d+)? ms/), "\(outcome.output)")
        #expect(outcome.output.contains("virtual  broken: ring→incoming p50 >= 41ms: 40.0 ms"), "\(outcome.output)")
        #expect(
            try folder.text(of: "r.json").contains(#""name":"completed","virtual":"10","real":"10","differs":false"#))
    }

    @Test(arguments: [
        (["--find-rate", "failed < 1%", "--shape", "atOnce(1)"], "leave out --shape"),
        (["--find-rate", "ring p99 < 20ms"], "nothing is called `ring`; did you mean `ring→incoming`?"),
        (["--find-rate", "failed < 1%", "--trial", "5"], "as in 10min"),
        (["--find-rate", "failed < 1%", "--compare-clocks"], "exclude each other"),
        (["--compare-clocks"], "say how instances start"),
        (["--compare-clocks", "--shape", "atOnce(1)", "--clock", "real"], "leave out --clock"),
        (["--shape", "atOnce(1)", "--trial", "5s"], "trials belong to --find-rate"),
        (["--shape", "atOnce(1)", "--metrics", "66000"], "a port from 0 to 65535"),
        (["--find-rate", "failed < 1%", "--report", "html"], "report json"),
    ])
    func `options that do not fit are refused with what would be right`(_ options: [String], _ message: String) throws {
        let outcome = try rollcall.run(["load", "a.yaml"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }
}
