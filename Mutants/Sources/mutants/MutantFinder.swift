import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds every place of a file at which a slip can be imitated.
final class MutantFinder: SyntaxVisitor {
    private let room: String
    private let file: String
    private let enums: EnumIndex
    private let lines: SourceLocationConverter
    private let text: [Substring]
    private var found: [Mutant] = []

    /// Returns the candidates of one file, in the order of its text.
    static func candidates(in text: String, of file: String, enums: EnumIndex) -> [Mutant] {
        let parsed = Parser.parse(source: text)
        guard
            let folded = OperatorTable.standardOperators.foldAll(parsed, errorHandler: { _ in })
                .as(SourceFileSyntax.self), folded.description == text
        else { return [] }
        let finder = MutantFinder(file, text, enums, folded)
        finder.walk(folded)
        return finder.found.sorted {
            ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound)
        }
    }

    private init(_ file: String, _ text: String, _ enums: EnumIndex, _ tree: SourceFileSyntax) {
        self.file = file
        self.enums = enums
        self.text = text.split(separator: "\n", omittingEmptySubsequences: false)
        room = String(file.prefix { $0 != "/" })
        lines = SourceLocationConverter(fileName: file, tree: tree)
        super.init(viewMode: .sourceAccurate)
    }

    private func add(_ slip: Slip, at node: some SyntaxProtocol, _ change: Mutant.Change) {
        add(slip, from: node, to: node, change)
    }

    /// Adds a candidate for the text from the beginning of one node to the end of another one.
    private func add(
        _ slip: Slip, from first: some SyntaxProtocol, to last: some SyntaxProtocol, _ change: Mutant.Change
    ) {
        let start = first.positionAfterSkippingLeadingTrivia
        let end = change.isInsertion ? start : last.endPositionBeforeTrailingTrivia
        if let other = change.otherText, other.contains("\n") || other.contains("//") { return }
        let (from, to) = (lines.location(for: start).line, lines.location(for: end).line)
        found.append(
            Mutant(
                id: 0, room: room, file: file, line: from, lastLine: to, bytes: start.utf8Offset..<end.utf8Offset,
                slip: slip, original: original(first, last), code: String(text[from - 1]).onOneLine, change: change,
                isOnce: first.isComputedOnce))
    }

    private func original(_ first: some SyntaxProtocol, _ last: some SyntaxProtocol) -> String {
        if first.id == last.id { return first.trimmedDescription.onOneLine }
        return "\(first.trimmedDescription); \(last.trimmedDescription)".onOneLine
    }

    // MARK: Places where an expression is not a value of the running program

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    // MARK: Conditions and operators

    override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
        guard case .expression(let condition) = node.condition else { return .visitChildren }
        add(.negatedCondition, at: condition, .value("!(\(condition.trimmedDescription))"))
        let isOneOfSeveral = (node.parent?.as(ConditionElementListSyntax.self)?.count ?? 1) > 1
        if isOneOfSeveral { add(.droppedCondition, at: condition, .value("true")) }
        return .visitChildren
    }

    private static let others: [String: (Slip, String)] = [
        "<": (.comparison, "<="), "<=": (.comparison, "<"), ">": (.comparison, ">="), ">=": (.comparison, ">"),
        "==": (.comparison, "!="), "!=": (.comparison, "=="), "===": (.comparison, "!=="), "!==": (.comparison, "==="),
        "&&": (.logic, "||"), "||": (.logic, "&&"),
        "+": (.arithmetic, "-"), "-": (.arithmetic, "+"), "*": (.arithmetic, "+"), "/": (.arithmetic, "*"),
        "..<": (.arithmetic, "..."), "+=": (.arithmetic, "-="), "-=": (.arithmetic, "+="),
    ]

    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let sign = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
        let (left, right) = (node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription)
        if sign == "??" {
            add(.defaultValue, at: node, .value(right))
        } else if let (slip, other) = Self.others[sign], !node.isOrderOfDistinct {
            add(slip, at: node, .value("\(left) \(other) \(right)"))
        }
        return .visitChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
        add(.shortenedLoop, at: node.sequence, .value("Array((\(node.sequence.trimmedDescription)).dropFirst())"))
        return .visitChildren
    }

    override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
        let cases = node.cases.compactMap { $0.as(SwitchCaseSyntax.self) }
        // Without a `default` the compiler finds that the switch is not exhaustive, at a place that no mutant has.
        guard cases.last?.label.is(SwitchDefaultLabelSyntax.self) ?? false else { return .visitChildren }
        for item in cases.compactMap({ $0.label.as(SwitchCaseLabelSyntax.self) }).flatMap(\.caseItems)
        where item.whereClause == nil {
            add(.droppedCase, at: item.pattern, .mismatch)
        }
        return .visitChildren
    }

    // MARK: Literals and members

    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if let number = Int(node.literal.text.filter { $0 != "_" }) {
            add(.constant, at: node, .value("\(number + 1)"))
        }
        return .skipChildren
    }

    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        add(.flippedTruth, at: node, .value(node.literal.text == "true" ? "false" : "true"))
        return .skipChildren
    }

    private static let otherEnds = ["first": "last", "last": "first", "min": "max", "max": "min", "prefix": "suffix"]
    private static let durations: Set = ["seconds", "milliseconds", "microseconds"]
    private static let otherUnits = [
        "seconds": "milliseconds", "milliseconds": "microseconds", "microseconds": "milliseconds",
        "nanoseconds": "microseconds",
    ]

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        let name = node.declName.baseName.text
        let isCalled = node.parent?.is(FunctionCallExprSyntax.self) ?? false
        if !isCalled, let base = node.base, let other = Self.otherEnds[name] {
            add(.otherEnd, at: node, .value("\(base.trimmedDescription).\(other)"))
        }
        if !isCalled, node.base == nil, let other = enums.neighbour(of: name) {
            add(.neighbourCase, at: node, .value(".\(other)"))
        }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if let called = node.calledExpression.as(MemberAccessExprSyntax.self) { addOther(called, node) }
        addSwappedArguments(node)
        return node.isReservation ? .skipChildren : .visitChildren
    }

    /// Adds the call of another member with the same arguments.
    private func addOther(_ called: MemberAccessExprSyntax, _ node: FunctionCallExprSyntax) {
        let name = called.declName.baseName.text
        let arguments = "(\(node.arguments.trimmedDescription))"
        if let base = called.base?.trimmedDescription, let other = Self.otherEnds[name], node.trailingClosure == nil {
            add(.otherEnd, at: node, .value("\(base).\(other)\(arguments)"))
        }
        guard called.base == nil else { return }
        if let other = Self.otherUnits[name] { add(.otherUnit, at: node, .value(".\(other)\(arguments)")) }
        if Self.durations.contains(name) {
            add(.timerOff, at: node, .value("Duration.\(name)\(arguments) + .milliseconds(1)"))
        }
    }

    private func addSwappedArguments(_ node: FunctionCallExprSyntax) {
        let arguments = Array(node.arguments)
        guard node.trailingClosure == nil, !node.isSymmetric else { return }
        for (one, other) in zip(arguments, arguments.dropFirst()) where one.isPlain && other.isPlain {
            guard one.expression.trimmedDescription != other.expression.trimmedDescription else { continue }
            let swapped = arguments.map { argument in
                let source = argument == one ? other : argument == other ? one : argument
                return (argument.label.map { "\($0.text): " } ?? "") + source.expression.trimmedDescription
            }
            let called = node.calledExpression.trimmedDescription
            return add(.swappedArguments, at: node, .value("\(called)(\(swapped.joined(separator: ", ")))"))
        }
    }

    override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = node.elements.map(\.expression.trimmedDescription)
        if elements.count > 1, !node.isSearched, !node.isSet {
            let swapped = [elements[1], elements[0]] + elements.dropFirst(2)
            add(.swappedElements, at: node, .value("[\(swapped.joined(separator: ", "))]"))
        }
        return .visitChildren
    }

    // MARK: Statements

    override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
        for (one, next) in zip(node, node.dropFirst()) {
            guard case .expr(let effect) = one.item, case .expr(let other) = next.item, effect.isEffect, other.isEffect,
                !(effect.isAssignment && other.isAssignment), !(effect.isField && other.isField)
            else { continue }
            let swapped = "\(other.trimmedDescription); \(effect.trimmedDescription)"
            add(.swappedStatements, from: effect, to: other, .order(swapped))
        }
        return .visitChildren
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard case .expr(let expression) = node.item, expression.isEffect else { return .visitChildren }
        if expression.is(InfixOperatorExprSyntax.self), node.isInInitializer { return .visitChildren }
        if node.isWholeResult || expression.isReservation { return .visitChildren }
        add(.omittedStatement, at: expression, .omission)
        return .visitChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        guard let first = node.body?.statements.first, node.body.map({ $0.statements.count > 1 }) ?? false else {
            return .visitChildren
        }
        let result = node.signature.returnClause?.type.trimmedDescription
        if let statement = Self.emptyReturn(result) { add(.earlyReturn, at: first, .earlyReturn(statement)) }
        return .visitChildren
    }

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        guard let value = node.expression, let type = node.resultType else { return .visitChildren }
        if type == "Bool" {
            add(.otherResult, at: value, .value("!(\(value.trimmedDescription))"))
        } else if type.hasSuffix("?"), value.trimmedDescription != "nil" {
            add(.otherResult, at: value, .value("nil"))
        }
        return .visitChildren
    }

    private static func emptyReturn(_ type: String?) -> String? {
        guard let type, type != "Void" else { return "return" }
        if type.hasSuffix("?") { return "return nil" }
        if type.hasPrefix("[") { return type.contains(":") ? "return [:]" : "return []" }
        return nil
    }
}
