import SwiftSyntax

/// The enumeration cases without payload of all sources, to find a neighbour of a case by its name alone.
struct EnumIndex {
    private var cases: [String: [String]] = [:]

    /// Adds the enumerations of one file.
    mutating func add(_ file: SourceFileSyntax) {
        let collector = Collector(viewMode: .sourceAccurate)
        collector.walk(file)
        for names in collector.enums where names.count > 1 {
            for name in names { cases[name, default: []].append(names.neighbour(of: name)) }
        }
    }

    /// Returns the case declared beside `name`, or nil when no enumeration or more than one declares that name.
    func neighbour(of name: String) -> String? {
        guard let neighbours = cases[name], neighbours.count == 1 else { return nil }
        return neighbours[0]
    }

    private final class Collector: SyntaxVisitor {
        var enums: [[String]] = []

        override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
            let names = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
                .flatMap(\.elements).filter { $0.parameterClause == nil }.map(\.name.text)
            enums.append(names)
            return .visitChildren
        }
    }
}

extension [String] {
    fileprivate func neighbour(of name: String) -> String {
        guard let index = firstIndex(of: name) else { return name }
        return self[index + 1 < count ? index + 1 : index - 1]
    }
}
