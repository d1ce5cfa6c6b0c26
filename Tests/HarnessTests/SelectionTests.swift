import Foundation
import ProgramTesting
import Testing

@Suite struct SelectionTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    @Test(arguments: ["run", "check", "list"]) func `an empty folder selects nothing, which is status 64`(
        _ verb: String
    ) throws {
        try folder.write("", to: "empty/notes.txt")
        let outcome = try rollcall.run(verb, "empty")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("there is no scenario in empty"))
    }

    @Test(arguments: ["run", "check", "list", "format"])
    func `a folder that cannot be read is status 65, with the reason`(_ verb: String) throws {
        let deep = "S" + String(repeating: "/in", count: 33)
        try folder.write("", to: "\(deep)/notes.txt")
        try folder.writeScenario("A-1", to: "T/a.yaml")
        // The superuser may read everything, unless it gives up that right.
        let drop = "$([ $(id -u) = 0 ] && echo setpriv --bounding-set=-dac_override,-dac_read_search)"
        for (path, message) in [
            ("S", "in: error: folders lie more than 32 deep inside one another"),
            ("T", "T: error: the folder cannot be read"),
        ] {
            let script = "chmod 0 T; \(drop) timeout 20 $R \(verb) \(path); status=$?; chmod 700 T; exit $status"
            let outcome = try Program(at: "/bin/sh", in: folder).run(
                ["-c", script], environment: ["R": rollcall.path.path])
            #expect(outcome.status == 65, "\(outcome.status): \(outcome.errors)")
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test(arguments: ["run", "list"]) func `a filter that nothing passes is status 64`(_ verb: String) throws {
        try folder.writeScenario("A-1", to: "a.yaml")
        let outcome = try rollcall.run(verb, "a.yaml", "--filter", "walrus")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("no scenario of 1 has `walrus` in its id, name, tags or file"))
    }

    @Test(arguments: ["run", "check", "list"]) func `a file that is not there is status 65`(_ verb: String) throws {
        let outcome = try rollcall.run(verb, "nowhere.yaml")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("nowhere.yaml"))
    }

    @Test(arguments: ["run", "check"]) func `an invalid scenario is status 65, shown with its line, and nothing runs`(
        _ verb: String
    ) throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.write("id: B-1\nname: b\nparticipnats: [alice]\nsteps: []\n", to: "S/b.yaml")
        let outcome = try rollcall.run(verb, "S")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("S/b.yaml:3:1: error: "))
        #expect(outcome.errors.contains("participants"))
        #expect(!folder.has(".rollcall"))
    }

    @Test func `two scenarios with one id are status 65`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("A-1", to: "S/b.yaml")
        let outcome = try rollcall.run("run", "S")
        #expect(outcome.status == 65)
        #expect(outcome.errors.contains("S/b.yaml:1:5"))
        #expect(outcome.errors.contains("S/a.yaml:1:5"))
    }

    @Test func `check counts valid scenarios`() throws {
        try folder.writeScenario("A-1", to: "S/a.yaml")
        try folder.writeScenario("A-2", to: "S/b.yaml")
        let outcome = try rollcall.run("check", "S")
        #expect(outcome.status == 0)
        #expect(outcome.output == "2 scenarios are valid\n")
    }

    @Test func `list shows id, name and file in the order of the files`() throws {
        try folder.writeScenario("B-2", to: "S/b.yaml")
        try folder.writeScenario("A-10", interceptor: "throw", to: "S/a/a.yaml")
        let outcome = try rollcall.run("list", "S")
        #expect(
            outcome.output == """
                A-10  The callee accepts with the interceptor throw   S/a/a.yaml
                B-2   The callee accepts with the interceptor return  S/b.yaml

                """)
        #expect(try rollcall.run("list", "S", "--filter", "b-2").output.split(separator: "\n").count == 1)
    }

    @Test func `words behind two dashes are files, whatever they look like`() throws {
        try folder.writeScenario("A-1", to: "--seed.yaml")
        #expect(try rollcall.run("check", "--", "--seed.yaml").status == 0)
    }
}
