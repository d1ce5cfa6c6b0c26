import RollcallTesting
import Testing

@Test(arguments: try ScenarioFolder("Scenarios", of: #filePath).scenarios)
func `the scenario passes`(_ scenario: TestedScenario) throws {
    try scenario.run()
}
