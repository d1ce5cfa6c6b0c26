import Testing

@testable import Scenario

@Suite struct SchemaTypeTests {
    @Test func `no two types of values have one definition`() {
        let names = ScenarioSchema().types.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count > 20)
    }
}
