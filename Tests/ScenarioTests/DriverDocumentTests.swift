import CallLibraryGuest
import FoundationEssentials
import Journal
import Testing

@testable import ScenarioDrivers
@testable import ScenarioLanguage
@testable import ScenarioVocabulary

/// `Docs/driver.md` shows lines that drivers and the harness say.
@Suite struct DriverDocumentTests {
    private static let fences: [[String]] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = (try? Data(contentsOf: root.appending(path: "Docs/driver.md"))).map {
            String(decoding: $0, as: UTF8.self)
        }
        let parts = (text ?? "").split(separator: "```json\n").dropFirst()
        return parts.map { $0.prefix { $0 != "`" }.split(separator: "\n").map(String.init) }
    }()

    @Test func `every line that a driver may say is read, and each type is shown`() throws {
        let lines = try #require(Self.fences.last)
        for (index, line) in lines.enumerated() { _ = try DriverMessage(Array(line.utf8), number: index + 1) }
        let shown = try lines.map { try JSON(parsing: Array($0.utf8))["type"]?.text }
        #expect(shown == DriverMessage.types)
    }

    @Test func `the document shows the moves of the calling state`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = String(decoding: try Data(contentsOf: root.appending(path: "Docs/driver.md")), as: UTF8.self)
        for state in ["idle", "lobby", "incoming", "outgoing", "joining", "inCall", "reconnecting"] {
            let next = CallingTransitions.successors(of: state).map { "`\($0)`" }.joined(separator: ", ")
            #expect(text.contains("| `\(state)` | \(next) |\n"))
        }
    }

    @Test func `the document shows every line as the harness writes it`() throws {
        let lines = try #require(Self.fences.first)
        let text = """
            id: A
            name: n
            participants: {alice: {}, bob: {autoLeave: true, driver: {command: [a]}}}
            steps: [{alice: connect}, {alice: ring, call: default:standup, members: [bob]}]
            """
        let scenario = try #require(ScenarioLibrary.load(text: text, file: "a.yaml").scenarios.first)
        var said: [String] = []
        for (id, step) in zip([1, 4], scenario.steps) {
            guard case .command(let call) = step.action else { continue }
            said.append(String(decoding: DriverOrder.command(call.command, id: id), as: UTF8.self))
        }
        said.append(String(decoding: DriverOrder.sync(id: 5), as: UTF8.self))
        said.append(String(decoding: DriverOrder.bye, as: UTF8.self))
        #expect(said.joined() == lines.dropFirst().map { $0 + "\n" }.joined())
        let hello = try JSON(parsing: Array(lines[0].utf8))
        let keys = ["version", "participant", "user", "token", "coordinator", "own", "options"]
        #expect(keys.allSatisfy { hello[$0] != nil })
    }
}
