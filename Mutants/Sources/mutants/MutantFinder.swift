import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds every place of a file at which a slip can be imitated.
final class MutantFinder: SyntaxVisitor {
    private let room: String
    private let file: String
    private let enums: EnumIndex
    private let lines: SourceLocationConverter
    private var found: [Mutant] = []

    /// Returns the candidates of one file, in the order of its text.
    static func candidates(in text: String, of file: String, enums: EnumIndex) -> [Mutant] {
        let parsed = Parser.parse(source: text)
        guard
            let folded = OperatorTable.standardOperators.foldAll(parsed, errorHandler: { _ in })
                .as(SourceFileSyntax.self), folded.description == text
        else { return [] }
        let finder = MutantFinder(file, enums, folded)
        finder.walk(folded)
        return finder.found.sorted {
            ($0.bytes.lowerBound, $0.bytes.upperBound) < ($1.bytes.lowerBound, $1.bytes.upperBound)
        }
    }

    private init(_ file: String, _ enums: EnumIndex, _ tree: SourceFileSyntax) {
        self.file = file
        self.enums = enums
        room = String(file.prefix { $0 != "/" })
        lines = SourceLocationConverter(fileName: file, tree: tree)
        super.init(viewMode: .sourceAccurate)
    }

    private func add(_ slip: Slip, at node: some SyntaxProtocol, _ change: Mutant.Change) {
        let (start, end) = (node.positionAfterSkippingLeadingTrivia, node.endPositionBeforeTrailingTrivia)
        let original = node.trimmedDescription
        if case .value(let other) = change, other.contains("\n") || other.contains("//") { return }
        let (line, last) = (lines.location(for: start).line, lines.location(for: end).line)
        let bytes = start.utf8Offset..<(isInsertion(change) ? start.utf8Offset : end.utf8Offset)
        found.append(
            Mutant(
                id: 0, room: room, file: file, line: line, lastLine: isInsertion(change) ? line : last, bytes: bytes,
                slip: slip, original: original.onOneLine, change: change))
    }

    private func isInsertion(_ change: Mutant.Change) -> Bool {
        if case .earlyReturn = change { true } else { false }
    }

    // MARK: Places where an expression is no value of the running program

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
        } else if let (slip, other) = Self.others[sign] {
            add(slip, at: node, .value("\(left) \(other) \(right)"))
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
        if let called = node.calledExpression.as(MemberAccessExprSyntax.self), called.base == nil,
            let other = Self.otherUnits[called.declName.baseName.text]
        {
            add(.otherUnit, at: node, .value(".\(other)(\(node.arguments.trimmedDescription))"))
        }
        addSwappedArguments(node)
        return .visitChildren
    }

    private func addSwappedArguments(_ node: FunctionCallExprSyntax) {
        let arguments = Array(node.arguments)
        guard node.trailingClosure == nil else { return }
        for (one, other) in zip(arguments, arguments.dropFirst()) where one.isPlain && other.isPlain {
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
        if elements.count > 1 {
            let swapped = [elements[1], elements[0]] + elements.dropFirst(2)
            add(.swappedElements, at: node, .value("[\(swapped.joined(separator: ", "))]"))
        }
        return .visitChildren
    }

    // MARK: Statements

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard case .expr(let expression) = node.item, expression.isEffect else { return .visitChildren }
        if expression.is(InfixOperatorExprSyntax.self), node.isInInitializer { return .visitChildren }
        if node.isWholeResult { return .visitChildren }
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

extension LabeledExprSyntax {
    /// True for an argument that is a name or a member of one.
    fileprivate var isPlain: Bool {
        expression.is(DeclReferenceExprSyntax.self) || expression.is(MemberAccessExprSyntax.self)
    }
}

extension ExprSyntax {
    /// True for a statement that is written for its effect: a call or an assignment.
    fileprivate var isEffect: Bool {
        if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.isEffect }
        if let awaited = self.as(AwaitExprSyntax.self) { return awaited.expression.isEffect }
        if let call = self.as(FunctionCallExprSyntax.self) {
            let name = call.calledExpression.trimmedDescription
            return !["precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure"].contains(name)
        }
        guard let infix = self.as(InfixOperatorExprSyntax.self) else { return false }
        if infix.operator.is(AssignmentExprSyntax.self) { return true }
        return infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text.hasSuffix("=") ?? false
            && !["==", "!=", "<=", ">=", "==="].contains(infix.operator.trimmedDescription)
    }
}

extension SyntaxProtocol {
    /// The nearest enclosing node of a kind, as far as the next closure or declaration.
    private func enclosing<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
        var node = parent
        while let here = node {
            if let match = here.as(kind) { return match }
            node = here.parent
        }
        return nil
    }

    fileprivate var isInInitializer: Bool { enclosing(InitializerDeclSyntax.self) != nil }

    /// The written type of what the enclosing function or property returns; nil inside of a closure.
    fileprivate var resultType: String? {
        var node = parent
        while let here = node {
            if here.is(ClosureExprSyntax.self) { return nil }
            if let function = here.as(FunctionDeclSyntax.self) {
                return function.signature.returnClause?.type.trimmedDescription
            }
            if let binding = here.as(PatternBindingSyntax.self) {
                return binding.typeAnnotation?.type.trimmedDescription
            }
            node = here.parent
        }
        return nil
    }
}

extension CodeBlockItemSyntax {
    /// True when the statement may be the value of what encloses it: the only one of a closure, of a property, of a
    /// branch used as an expression, or of a function that returns something.
    fileprivate var isWholeResult: Bool {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
        guard let body = list.parent?.as(CodeBlockSyntax.self),
            let function = body.parent?.as(FunctionDeclSyntax.self)
        else { return !(list.parent?.parent?.is(IfExprSyntax.self) ?? false) || isInValuePosition }
        return function.signature.returnClause != nil
    }

    /// True when the `if` that encloses the statement is itself a value.
    private var isInValuePosition: Bool {
        guard let branch = parent?.parent?.parent?.as(IfExprSyntax.self) else { return true }
        return !(branch.parent?.is(ExpressionStmtSyntax.self) ?? false) || branch.parent?.parent == nil
    }
}

extension String {
    /// The text with its line breaks and indents turned into single spaces, shortened to 160 characters.
    var onOneLine: String {
        String(split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(160))
    }
}
