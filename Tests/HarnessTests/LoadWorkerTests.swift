import Foundation
import ProgramTesting
import Testing

/// Loads that several worker processes share.
@Suite struct LoadWorkerTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeAcceptedCall(to: "a.yaml")
    }

    private func statistics(of name: String) throws -> [String: Any] {
        let report = try JSONSerialization.jsonObject(with: Data(folder.bytes(of: name))) as? [String: Any]
        return try #require(report?["statistics"] as? [String: Any])
    }

    /// A value of a report as JSON whose members are sorted.
    private func text(of value: Any?) throws -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
        return String(
            decoding: try JSONSerialization.data(withJSONObject: try #require(value), options: options), as: UTF8.self)
    }

    @Test func `workers have the starts, the phases and the series of one process`() throws {
        for (name, options) in [("one", []), ("two", ["--workers", "2"]), ("three", ["--workers", "3"])] {
            let outcome = try rollcall.run(
                [
                    "load", "a.yaml", "--shape", "constant(5/s, 4s)", "--report", "json=\(name).json", "--series",
                    "\(name).csv",
                ]
                    + options)
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        }
        let one = try statistics(of: "one.json")
        for name in ["two", "three"] {
            let other = try statistics(of: "\(name).json")
            for key in ["offered", "started", "completed", "failed", "phases", "lateness"] {
                #expect(try text(of: other[key]) == text(of: one[key]), "\(name): \(key)")
            }
            let rows = try ["one", name].map { name in
                try folder.text(of: "\(name).csv").split(separator: "\n").map { $0.split(separator: ",").prefix(6) }
            }
            #expect(rows[0] == rows[1], "\(name)")
        }
    }

    @Test func `thresholds judge the merged result, and a closed loop is divided`() throws {
        let outcome = try rollcall.run(
            "load", "a.yaml", "--concurrency", "5", "--runs", "12", "--workers", "2", "--threshold",
            "ring→incoming p99 < 10ms")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("12 offered, 12 started, 12 completed"), "\(outcome.output)")
        #expect(outcome.output.contains("at most 5 at once"), "\(outcome.output)")
        #expect(outcome.output.contains("broken: ring→incoming p99 < 10ms: 40.0 ms"), "\(outcome.output)")
    }

    private func python(_ text: String) throws -> Program.Outcome {
        try folder.write(text, to: "read.py")
        return try Program(at: "/usr/bin/env", in: folder).run(["python3", "read.py", rollcall.path.path])
    }

    private static let start = """
        import json, os, signal, subprocess, sys, time
        load = subprocess.Popen([sys.argv[1], "load", "a.yaml", "--shape", "constant(20/s, 20h)", "--clock", "real",
            "--workers", "2", "--report", "json=r.json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        def workers():
            return [int(pid) for pid in open(f"/proc/{load.pid}/task/{load.pid}/children").read().split()]
        def wait_for(is_so):
            while not is_so():
                assert load.poll() is None, load.communicate()
                time.sleep(0.05)
        wait_for(lambda: len(workers()) == 2 and all(len(os.listdir(f"/proc/{pid}/fd")) > 30 for pid in workers()))
        cores = [os.sched_getaffinity(pid) for pid in workers()]
        assert all(len(one) == 1 for one in cores), cores
        assert len(os.sched_getaffinity(0)) < 2 or cores[0] != cores[1], cores

        """

    @Test func `a worker's death is reported, and makes the load invalid`() throws {
        let outcome = try python(
            Self.start + """
                os.kill(workers()[1], signal.SIGKILL)
                wait_for(lambda: len(workers()) == 1)
                load.send_signal(signal.SIGINT)
                output, errors = load.communicate()
                # The interrupt outweighs the judgement until then, which is printed.
                assert load.returncode == 130, (load.returncode, output)
                assert "until then invalid: worker 2 of 2 was killed by signal 9 after" in output, output
                assert "worker 2 of 2 was killed by signal 9" in errors, errors
                print("told")
                """)
        #expect(outcome.output == "told\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test func `an interrupt ends all workers in order`() throws {
        let outcome = try python(
            Self.start + """
                pids = workers()
                load.send_signal(signal.SIGTERM)
                output, errors = load.communicate()
                it = json.load(open("r.json"))["statistics"]
                assert load.returncode == 130 and "interrupted: after" in output, (load.returncode, output)
                assert it["started"] == it["completed"] + it["failed"] + it["cutShort"] and it["cutShort"] > 0, it
                assert not [pid for pid in pids if os.path.exists(f"/proc/{pid}")]
                print("in order")
                """)
        #expect(outcome.output == "in order\n", "\(outcome.output)\(outcome.errors)")
    }

    @Test(arguments: [
        (["--workers", "0"], "a whole number from 1"), (["--workers", "65"], "64 at most"),
        (["--workers", "2", "--soak"], "leave out --soak"),
    ])
    func `numbers of workers that do not fit are refused`(_ options: [String], _ message: String) throws {
        let outcome = try rollcall.run(["load", "a.yaml", "--shape", "atOnce(1)"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `each worker needs an instance`() throws {
        let outcome = try rollcall.run("load", "a.yaml", "--concurrency", "2", "--runs", "9", "--workers", "3")
        #expect(outcome.status == 64 && outcome.errors.contains("raise --concurrency"), "\(outcome.errors)")
    }
}
