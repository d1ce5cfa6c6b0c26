import ProgramTesting
import Testing

@testable import Harness

@Suite struct FolderLockTests {
    @Test func `two runs in one folder do not disturb one another`() throws {
        let folder = try Folder()
        try folder.writeScenario("A-1", interceptor: "return", to: "S/a.yaml")
        let program = try Program("TrapHost", in: folder)
        let lock = try FolderLock(folder.path + "/.rollcall")
        let second = try program.run("run", "S/a.yaml")
        #expect(second.status == 2)
        #expect(second.errors.contains(".rollcall cannot be locked: another run writes there"), "\(second.errors)")
        let search = try program.run("explore", "S/a.yaml", "--corpus", ".rollcall")
        #expect(search.status == 2 && search.errors.contains("name another folder with --corpus"), "\(search.errors)")
        #expect(try program.run("run", "S/a.yaml", "--out", "other").status == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `a folder is free again when its run is over`() throws {
        let folder = try Folder()
        for _ in 0..<2 { _ = try FolderLock(folder.path + "/out") }
    }
}
