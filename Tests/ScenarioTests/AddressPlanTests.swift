import Testing
import Wire

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

@Suite struct AddressPlanTests {
    @Test(arguments: [0, 1, 7, 126]) func `every host has one place in the first lane, whatever its own is`(_ lane: Int)
    {
        let (plan, first) = (AddressPlan(lane: lane), AddressPlan(lane: 0))
        #expect(plan.inFirstLane(plan.coordinator) == first.coordinator)
        #expect(plan.inFirstLane(plan.participant(251)) == first.participant(251))
        #expect(plan.inFirstLane(plan.participant(3, handovers: 2)) == first.participant(3, handovers: 2))
        #expect(lane == 0 || plan.participant(3) != first.participant(3))
    }
}
