import CallLibraryGuest
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

@Suite struct CatalogueTests {
    /// The folder of the package, found from this file's place in it.
    static let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    @Test func `every scenario of the catalogue can be read`() {
        let library = ScenarioLibrary.load(paths: [Self.root + "/Scenarios"])
        #expect(library.rendered() == "")
        #expect(library.scenarios.count >= 40)
    }

    @Test func `every scenario of the catalogue is named by a sentence and shows something`() {
        for scenario in ScenarioLibrary.load(paths: [Self.root + "/Scenarios"]).scenarios {
            #expect(scenario.name.split(separator: " ").count >= 4, "\(scenario.id)")
            #expect(scenario.steps.contains { $0.isJudgement }, "\(scenario.id) expects nothing")
        }
    }
}

extension Step {
    fileprivate var isJudgement: Bool {
        switch action {
        case .expect, .hold, .rule, .packets, .journal: true
        case .command(let call): call.outcome != nil
        case .sameTime, .group: action.inner.contains(where: \.isJudgement)
        case .wait, .network, .server, .mark: false
        }
    }
}
