import SwiftSyntax

extension Mutant.Change {
    /// True when it adds code and replaces none.
    var isInsertion: Bool {
        if case .earlyReturn = self { true } else { false }
    }

    /// The code that stands in place of the original one.
    var otherText: String? {
        switch self {
        case .value(let other), .order(let other): other
        case .omission, .mismatch, .earlyReturn: nil
        }
    }
}

extension FunctionCallExprSyntax {
    /// True for a function whose result does not depend on the order of its arguments.
    var isSymmetric: Bool { ["min", "max"].contains(calledExpression.trimmedDescription) }

    /// True for a call that makes room for what is written later: how much only matters for speed.
    var isReservation: Bool {
        let name = calledExpression.trimmedDescription
        return name.hasSuffix("reserveCapacity") || name.hasSuffix("Writer") || name.hasSuffix("ByteBuffer")
            || arguments.contains { $0.label?.text == "minimumCapacity" }
    }
}

extension ArrayExprSyntax {
    /// True for elements that are only searched, as in `[a, b].contains(c)`, where their order means nothing.
    var isSearched: Bool {
        let searches = ["contains", "allSatisfy"]
        return parent?.as(MemberAccessExprSyntax.self).map { searches.contains($0.declName.baseName.text) } ?? false
    }

    /// True for the literal of a variable that is a set, and for an argument of an operation of sets.
    var isSet: Bool {
        if let binding = parent?.parent?.as(PatternBindingSyntax.self) {
            return binding.typeAnnotation?.type.trimmedDescription.hasPrefix("Set<") ?? false
        }
        let operations = ["Set", "union", "formUnion", "subtracting", "subtract", "intersection", "isDisjoint"]
        guard let call = parent?.parent?.parent?.as(FunctionCallExprSyntax.self) else { return false }
        let called = call.calledExpression
        let name = called.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? called.trimmedDescription
        return operations.contains(name)
    }
}

extension LabeledExprSyntax {
    /// True for an argument that is a name or a member of one.
    var isPlain: Bool {
        expression.is(DeclReferenceExprSyntax.self) || expression.is(MemberAccessExprSyntax.self)
    }
}

extension ExprSyntax {
    /// True for `a = b` and `a += b`. The order of two assignments rarely means anything.
    var isAssignment: Bool { self.is(InfixOperatorExprSyntax.self) && isEffect }

    /// True for the coding of a field. Fields are coded in any order, because maps are sorted.
    var isField: Bool { trimmedDescription.hasPrefix("try coder.") }

    /// True for a call that only saves time.
    var isReservation: Bool { trimmedDescription.contains(".reserveCapacity(") }

    /// True for a statement that is written for its effect: a call or an assignment.
    var isEffect: Bool {
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

extension InfixOperatorExprSyntax {
    /// True for `<` or `>` of an order, in which equal elements are alike.
    var isOrderOfDistinct: Bool {
        let sign = self.operator.trimmedDescription
        guard sign == "<" || sign == ">" else { return false }
        if leftOperand.trimmedDescription.contains("$0"), rightOperand.trimmedDescription.contains("$1") { return true }
        return function?.name.text == sign
    }
}

extension SyntaxProtocol {
    /// The function that it stands in, as far as the next closure.
    var function: FunctionDeclSyntax? { enclosing(FunctionDeclSyntax.self) }

    /// True inside of the value of a global or static variable.
    var isComputedOnce: Bool {
        var node = Syntax(self)
        while let parent = node.parent {
            if let variable = parent.as(VariableDeclSyntax.self), variable.isComputedOnce { return true }
            node = parent
        }
        return false
    }

    /// The nearest enclosing node of a kind, as far as the next closure or declaration.
    private func enclosing<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
        var node = parent
        while let here = node {
            if let match = here.as(kind) { return match }
            node = here.parent
        }
        return nil
    }

    var isInInitializer: Bool { enclosing(InitializerDeclSyntax.self) != nil }

    /// The written type of what the enclosing function or property returns; nil inside of a closure.
    var resultType: String? {
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
    var isWholeResult: Bool {
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

extension VariableDeclSyntax {
    fileprivate var isComputedOnce: Bool {
        guard bindings.contains(where: { $0.initializer != nil }) else { return false }
        let isStatic = modifiers.contains { $0.name.text == "static" }
        return isStatic || parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
    }
}
