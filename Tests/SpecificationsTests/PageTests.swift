import Foundation
import Testing

@testable import Specifications

@Suite struct PageTests {
    @Test func `the page has the section of each specification as the verb writes it`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("Docs/specifications.md"), encoding: .utf8)
        for page in SpecificationWatch.pages {
            #expect(
                text.contains(SpecificationDrawing.markdown(page)),
                "Docs/specifications.md lacks `\(page.name)`; `rollcall specifications --format mermaid` writes it")
        }
    }

    @Test func `names are distinct`() {
        let names = SpecificationWatch.pages.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
