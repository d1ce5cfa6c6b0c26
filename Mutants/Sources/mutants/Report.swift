import Foundation

/// The results of all mutants: scores, a list and a page of survivors, and JSON.
struct Report {
    let judgements: [Judgement]

    // MARK: Scores

    /// The scores of rooms.
    var rooms: String { table(by: \.room) }

    /// The scores of files.
    var files: String { table(by: \.file) }

    private func table(by place: (Mutant) -> String) -> String {
        let groups = Dictionary(grouping: judgements) { place($0.mutant) }.sorted { $0.key < $1.key }
        let rows = groups.map { Score($0.value).row($0.key) } + [Score(judgements).row("all")]
        return Score.head + "\n" + rows.joined(separator: "\n")
    }

    /// The scores and the mutants, as JSON.
    var json: Data {
        get throws {
            struct Whole: Encodable {
                let all: Score
                let rooms: [String: Score]
                let files: [String: Score]
                let mutants: [Judgement]
            }
            let whole = Whole(
                all: Score(judgements),
                rooms: Dictionary(grouping: judgements, by: \.mutant.room).mapValues { Score($0) },
                files: Dictionary(grouping: judgements, by: \.mutant.file).mapValues { Score($0) }, mutants: judgements)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(whole)
        }
    }

    // MARK: Survivors

    /// The mutants that nothing killed, those that most scenarios reach first; then those that nothing reaches.
    var survivors: String {
        let left = judgements.filter(\.isLeft).sorted {
            ($1.reachedBy.count, $0.mutant.id) < ($0.reachedBy.count, $1.mutant.id)
        }
        return left.map(Self.line).joined(separator: "\n") + "\n"
    }

    private static func line(_ judgement: Judgement) -> String {
        let (mutant, reached) = (judgement.mutant, judgement.reachedBy)
        let some = reached.prefix(6).joined(separator: " ") + (reached.count > 6 ? " …" : "")
        let reach = reached.isEmpty ? "nothing reaches it" : "\(reached.count) reach it: \(some)"
        return "\(mutant.file):\(mutant.line): \(mutant.slip.rawValue): \(mutant.text) [\(reach)]"
    }

    /// A page that shows each file with its survivors in place; it needs no other file.
    func page(source: (String) throws -> String) rethrows -> String {
        let byFile = Dictionary(grouping: judgements, by: \.mutant.file).mapValues { $0.filter(\.isLeft) }
        let worst = byFile.filter { !$0.value.isEmpty }.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
        let parts = try worst.map { file, left in
            let lines = try source(file).split(separator: "\n", omittingEmptySubsequences: false)
            return Self.listing(file, lines, left)
        }
        return """
            <!doctype html><meta charset="utf-8"><title>Mutants that are left</title>
            <style>body{font:15px/1.5 system-ui;margin:2em}pre{tab-size:6;font-size:13px}summary{cursor:pointer}
            b{display:block;background:#fdd;color:#600}b.unreached{background:#eee;color:#444}</style>
            <h1>Mutants that are left</h1><pre>\(rooms.escaped)</pre>
            \(parts.joined())
            """
    }

    private static func listing(_ file: String, _ lines: [Substring], _ left: [Judgement]) -> String {
        let byLine = Dictionary(grouping: left, by: \.mutant.line)
        var text = "<details><summary>\(file.escaped): \(left.count) left</summary><pre>"
        for (number, line) in lines.enumerated() {
            text += "\(number + 1)\t\(String(line).escaped)\n"
            for judgement in byLine[number + 1] ?? [] {
                let reached = judgement.reachedBy.isEmpty ? "nothing" : "\(judgement.reachedBy.count) scenarios"
                text += "<b class=\(judgement.fate.rawValue)>\t\(judgement.mutant.text.escaped) (\(reached))</b>\n"
            }
        }
        return text + "</pre></details>\n"
    }
}

extension String {
    fileprivate var escaped: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
