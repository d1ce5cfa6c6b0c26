import Foundation
import ProgramTesting
import Testing

/// Exploring and shrinking with drivers in virtual time.
@Suite struct DriverSearchTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let example = root.appendingPathComponent("Examples/python/virtual.py")
    private static let whole = "python3 -B '\(example.path)'"
    private static let realTime = "python3 '\(root.appendingPathComponent("Tests/Drivers/fake.py").path)' good"

    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.write(
            """
            id: CALL-1
            name: A call is accepted
            participants: [alice, bob]
            steps:
              - wait: 1s
              - alice: ring
                call: default:standup
                members: [bob]
              - expect: {bob.callingState: incoming}
              - wait: 2s
              - bob: accept
              - expect: {everyone.callingState: inCall}
                within: 5s
              - wait: 3s

            """, to: "S/call.yaml")
    }

    /// Writes a driver that sends its acceptance to a path that there is not, or dies of it.
    private func writeBrokenDriver(dies: Bool = false) throws -> String {
        let text = try String(contentsOf: Self.example, encoding: .utf8)
        let beside = Self.example.deletingLastPathComponent().path
        let replaced = text.replacing("/accept\"", with: dies ? "/acept\".nothing" : "/acept\"")
        let broken = "import sys\nsys.path.insert(0, '\(beside)')\n" + replaced
        try #require(broken.contains("/acept"))
        try folder.write(broken, to: "broken.py")
        return "python3 -B broken.py"
    }

    @Test func `a search explores scenarios with a driver in virtual time`() throws {
        let outcome = try rollcall.run("explore", "S", "--runs", "16", "--driver", Self.whole)
        #expect(outcome.output.contains("16 runs of 1 scenario in"), "\(outcome.output) \(outcome.errors)")
        #expect(!outcome.output.contains("not explored"), "\(outcome.output)")
    }

    @Test func `a search of a driver that fails names the command with the driver`() throws {
        let driver = try writeBrokenDriver(dies: true)
        let outcome = try rollcall.run(
            "explore", "S", "--runs", "1", "--without-expectations", "--corpus", "C", "--driver", "bob=\(driver)")
        #expect(outcome.status == 1, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.output.contains(" --driver 'bob=\(driver)'"), "\(outcome.output)")
        #expect(try folder.text(of: "C/exploration.json").contains("--driver 'bob=\(driver)'"))
    }

    @Test func `a small scenario in another folder starts the driver of its scenario`() throws {
        _ = try writeBrokenDriver()
        let call = try folder.text(of: "S/call.yaml")
        try folder.write(
            call.replacing("[alice, bob]", with: "{alice: ~, bob: {driver: {command: [python3, -B, ../broken.py]}}}"),
            to: "S/call.yaml")
        try folder.write("", to: "small/deep/empty")
        let outcome = try rollcall.run("shrink", "S/call.yaml", "--out", "small/deep/call.yaml")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.text(of: "small/deep/call.yaml").contains("../../broken.py"))
        #expect(try rollcall.run("run", "small/deep/call.yaml").output.contains("callingState"))
    }

    @Test(arguments: [
        ("./nobody", "could not be started: `./nobody`: No such file or directory"),
        ("python3 nothing.py", "can't open file"), ("true", "ended with status 0"),
        ("echo hello", "wrote `hello`, which is not JSON"),
    ])
    func `a driver that does not begin ends a search, and is no finding`(_ driver: String, _ reason: String) throws {
        let options = ["--runs", "4", "--without-expectations", "--corpus", "C", "--driver", "bob=\(driver)"]
        let outcome = try rollcall.run(["explore", "S"] + options)
        #expect(outcome.status == 2, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.errors.contains("the run of CALL-1 in S/call.yaml could not be performed: the driver of bob "))
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(!folder.has("C/FOUND-1.yaml"))
    }

    @Test func `a scenario whose driver cannot be started is not shrunk`() throws {
        let outcome = try rollcall.run("shrink", "S/call.yaml", "--out", "small.yaml", "--driver", "bob=./nobody")
        #expect(outcome.status == 2, "\(outcome.output) \(outcome.errors)")
        #expect(outcome.errors.contains("could not be started: `./nobody`"), "\(outcome.errors)")
        #expect(!folder.has("small.yaml"))
    }

    @Test func `a scenario with a driver in real time is not explored, with the reason`() throws {
        let outcome = try rollcall.run("explore", "S", "--runs", "4", "--driver", "bob=\(Self.realTime)")
        #expect(outcome.status == 64, "\(outcome.output)")
        #expect(
            outcome.output.contains("a driver of it runs in real time, in which no run repeats"), "\(outcome.output)")
    }

    @Test func `a failure with a driver is shrunk, and the command names the driver`() throws {
        let driver = try writeBrokenDriver()
        let outcome = try rollcall.run("shrink", "S/call.yaml", "--out", "small.yaml", "--driver", driver)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("run small.yaml --seed 1 --driver 'python3 -B broken.py'"), "\(outcome.output)")
        #expect(try !folder.text(of: "small.yaml").contains("wait: 3s"))
        #expect(try rollcall.run("run", "small.yaml", "--driver", driver).status == 1)
    }

    @Test func `a failure of a driver in real time is not shrunk`() throws {
        let outcome = try rollcall.run("shrink", "S/call.yaml", "--driver", "bob=\(Self.realTime)")
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("runs in real time, in which no run repeats"), "\(outcome.errors)")
    }

    @Test func `the drivers of a capsule are started only with permission`() throws {
        let driver = try writeBrokenDriver()
        #expect(try rollcall.run("run", "S", "--driver", driver).status == 1)
        let capsule = ".rollcall/CALL-1/capsule.rollcall"
        let refused = try rollcall.run("shrink", capsule)
        #expect(refused.status == 65 && refused.errors.contains("Give --allow-programs"), "\(refused.errors)")
        let allowed = try rollcall.run("shrink", capsule, "--allow-programs", "--out", "small.yaml")
        #expect(allowed.status == 0, "\(allowed.errors)")
        #expect(allowed.output.contains("--driver 'python3 -B broken.py'"), "\(allowed.output)")
        let replayed = try rollcall.run("replay", capsule, "--allow-programs")
        #expect(replayed.status == 0, "\(replayed.output) \(replayed.errors)")
    }
}
