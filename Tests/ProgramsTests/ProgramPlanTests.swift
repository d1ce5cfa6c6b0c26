import Testing
import Wire

@testable import Programs
@testable import ScenarioLanguage

@Suite struct ProgramPlanTests {
    private func program(_ name: String, at address: String? = nil) -> ProgramSpec {
        var spec = ProgramSpec(
            name: name, command: [], scenarioFolder: "", place: Place(line: 1, column: 1, endColumn: 1))
        spec.address = address.flatMap { HostAddress($0) }
        return spec
    }

    @Test func `programs get the first addresses that no other program has`() {
        let specs = [program("proxy"), program("alice", at: "10.0.0.2"), program("bob")]
        let addresses = ProgramPlan.addresses(of: specs).mapValues { "\($0)" }
        #expect(addresses == ["proxy": "10.0.0.1", "alice": "10.0.0.2", "bob": "10.0.0.3"])
    }

    @Test func `a handover leads to the same place in the next network`() {
        #expect(ProgramPlan.next(after: HostAddress(10, 0, 0, 7)) == HostAddress(10, 0, 1, 7))
        #expect(ProgramPlan.next(after: HostAddress(10, 0, 255, 7)) == HostAddress(10, 0, 0, 7))
    }
}
