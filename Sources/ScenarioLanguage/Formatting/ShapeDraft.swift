import YAML

/// The lines of a file while their indentation is determined.
struct ShapeDraft {
    /// The position of a line.
    private enum Indentation {
        /// At a column, from 0.
        case column(Int)
        /// At a column, with a dash before the content.
        case dash(Int)
        /// Shifted by a number of columns, with the line on which its value starts.
        case moved(Int)
    }

    private let lines: [String]
    private var places: [Int: Indentation] = [:]

    init(_ lines: [String]) { self.lines = lines }

    private func indentation(of line: Int) -> Int {
        lines.indices.contains(line - 1) ? lines[line - 1].prefix { $0 == " " }.count : 0
    }

    /// Returns true for a collection in block style; false for one in brackets and for an alias.
    private func isBlock(_ node: YAMLNode) -> Bool {
        guard node.scalar == nil, lines.indices.contains(node.start.line - 1) else { return false }
        let scalars = Array(lines[node.start.line - 1].unicodeScalars)
        guard scalars.indices.contains(node.start.column - 1) else { return false }
        return !"[{*&!".unicodeScalars.contains(scalars[node.start.column - 1])
    }

    /// Positions a node at the start of a line, or after a dash.
    mutating func place(_ node: YAMLNode, at column: Int) {
        guard isBlock(node) else { return carry(node, to: column, includingFirst: true) }
        switch node.content {
        case .mapping(let pairs): for pair in pairs { place(pair, at: column) }
        case .sequence(let items): for item in items { place(item: item, at: column) }
        case .scalar: break
        }
    }

    private mutating func place(_ pair: YAMLNode.Pair, at column: Int) {
        let line = pair.key.start.line
        if indentation(of: line) == pair.key.start.column - 1 { places[line] = .column(column) }
        if pair.value.start.line == line {
            // Continuation lines move with their key.
            for below in rest(of: pair.value) { places[below] = .moved(column - (pair.key.start.column - 1)) }
        } else {
            place(pair.value, at: column + 2)
        }
    }

    private mutating func place(item: YAMLNode, at column: Int) {
        var line = item.start.line
        let isAlone = indentation(of: line) == item.start.column - 1
        if isAlone {
            line -= 1
            while line > 0, !lines[line - 1].drop(while: { $0 == " " }).hasPrefix("-") { line -= 1 }
        }
        guard line > 0 else { return }
        let behind = lines[line - 1].drop { $0 == " " }.dropFirst()
        let isNested = behind.drop { $0 == " " }.hasPrefix("- ")
        places[line] = isAlone || isNested ? .column(column) : .dash(column)
        guard !isNested else {
            for below in rest(of: item) { places[below] = .moved(column - indentation(of: line)) }
            return
        }
        isAlone ? place(item, at: column + 2) : placeBehindDash(item, at: column + 2)
    }

    private mutating func placeBehindDash(_ item: YAMLNode, at column: Int) {
        guard isBlock(item) else { return carry(item, to: column, includingFirst: false) }
        place(item, at: column)
    }

    private mutating func carry(_ node: YAMLNode, to column: Int, includingFirst: Bool) {
        if includingFirst { places[node.start.line] = .column(column) }
        for line in rest(of: node) { places[line] = .moved(column - (node.start.column - 1)) }
    }

    /// Returns the lines of a value after the first.
    private func rest(of node: YAMLNode) -> Range<Int> {
        let last = node.end.column == 1 ? node.end.line - 1 : node.end.line
        return (node.start.line + 1)..<max(node.start.line + 1, last + 1)
    }

    // MARK: The text

    /// The formatted lines, with at most one empty line between two.
    var text: String {
        var shaped: [String] = []
        for number in 1...max(1, lines.count) where lines.indices.contains(number - 1) {
            let line = shapedLine(number)
            let isNeedless = line.isEmpty && (shaped.last?.isEmpty ?? true) && !isMoved(number)
            if !isNeedless { shaped.append(line) }
        }
        while shaped.last?.isEmpty == true { shaped.removeLast() }
        return shaped.joined(separator: "\n") + "\n"
    }

    private func isMoved(_ number: Int) -> Bool {
        if case .moved? = places[number] { true } else { false }
    }

    private func shapedLine(_ number: Int) -> String {
        let line = lines[number - 1]
        let content = line.drop { $0 == " " || $0 == "\t" }
        if case .moved(let columns)? = places[number] {
            guard !content.isEmpty else { return line }
            return String(repeating: " ", count: max(0, indentation(of: number) + columns)) + content
        }
        guard !content.isEmpty else { return "" }
        switch places[number] {
        case .column(let column): return String(repeating: " ", count: column) + content.trimmedEnd
        case .dash(let column):
            let rest = content.dropFirst().drop { $0 == " " }
            return String((String(repeating: " ", count: column) + "- " + rest)[...].trimmedEnd)
        case .moved, nil: return String(repeating: " ", count: columnOfComment(number)) + content.trimmedEnd
        }
    }

    /// Returns the column of the line that a comment precedes.
    private func columnOfComment(_ number: Int) -> Int {
        for next in number...max(number, lines.count) {
            switch places[next] {
            case .column(let column), .dash(let column): return column
            case .moved, nil: continue
            }
        }
        return 0
    }
}

extension Substring {
    fileprivate var trimmedEnd: Substring {
        var rest = self
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
