import CallLibraryGuest
import FoundationEssentials
import Testing

@testable import ScenarioLanguage
@testable import ScenarioVocabulary

@Suite struct SchemaTypeTests {
    @Test func `the schema in the repository is that of the language`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "Docs/scenario.schema.json"))
        #expect(String(decoding: data, as: UTF8.self) == ScenarioSchema().text, "rollcall schema writes it")
    }

    @Test func `no two types of values have one definition`() {
        let names = ScenarioSchema().types.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count > 20)
    }

    @Test func `every key of a file, its settings, participants and media has a schema of its own`() {
        let schema = ScenarioSchema()
        #expect(Set(schema.fields.keys) == Set(Keys.scenario.names))
        #expect(Set(schema.settings.keys) == Set(Keys.settings.names))
        // The value of `with` depends on the kind beside it.
        #expect(Set(schema.participant.keys) == Set(Keys.participant.names).subtracting(["with"]))
        #expect(Set(schema.media.keys) == Set(Keys.media.names))
    }

    @Test func `the schema has every command with its required arguments`() {
        let text = ScenarioSchema().text
        for command in Vocabulary.standard.commands { #expect(text.contains("\"\(command.name)\"")) }
        for command in ServerCommands.table.words { #expect(text.contains("\"\(command.name)\"")) }
    }
}
