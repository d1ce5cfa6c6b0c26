import Foundation
import Testing
import Wire

@testable import ScenarioStage

/// The codes of refusals beside their messages.
@Suite struct RefusalWordsTests {
    @Test func `The table of messages is that of wire.md`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Docs/wire.md")
        let text = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "### Messages of refusals")[1]
        let rows = text.components(separatedBy: "## ")[0].matches(of: /\| (-?\d+) \| (.+) \|/)
        let listed = rows.flatMap { row in
            row.2.matches(of: /`([^`]+)`/).map { "\(row.1) \($0.1)" }
        }
        #expect(listed == RefusalWords.codes.map { "\($0.code) \($0.words)" })
    }

    @Test func `A message of another code is a violation`() {
        let refusal = { (code: UInt64) in
            ["code": .unsigned(code), "message": "the token has expired"] as CBOR.Map
        }
        #expect(RefusalWords.violation(of: refusal(40)) == nil)
        let text = "its refusal 17 has the message of 40: the token has expired"
        #expect(RefusalWords.violation(of: refusal(17)) == text)
        #expect(RefusalWords.violation(of: [:]) == nil)
    }
}
