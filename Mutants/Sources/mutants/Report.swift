import Foundation

/// The scores of rooms and files, and the survivors.
struct Report {
    let judgements: [Judgement]

    var table: String {
        var lines = ["| room | mutants | killed | survived | not reached | score |", "|---|---|---|---|---|---|"]
        for (room, own) in byRoom { lines.append(row(room, own)) }
        lines.append(row("all", judgements))
        return lines.joined(separator: "\n")
    }

    private var byRoom: [(String, [Judgement])] {
        Dictionary(grouping: judgements, by: \.mutant.room).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func row(_ name: String, _ own: [Judgement]) -> String {
        func count(_ fate: Judgement.Fate) -> Int { own.count { $0.fate == fate } }
        let score = own.isEmpty ? 0 : count(.killed) * 100 / own.count
        return
            "| \(name) | \(own.count) | \(count(.killed)) | \(count(.survived)) | \(count(.unreached)) | \(score) % |"
    }

    /// The survivors, those that most scenarios reach first.
    var survivors: String {
        judgements.filter { $0.fate != .killed }
            .sorted { ($1.reachedBy, $0.mutant.id) < ($0.reachedBy, $1.mutant.id) }
            .map {
                "\($0.mutant.file):\($0.mutant.line): \($0.mutant.slip.rawValue): \($0.mutant.text) [\($0.reachedBy)]"
            }
            .joined(separator: "\n")
    }

    /// One page that shows each file with its survivors in place; needs nothing besides itself.
    func page(source: (String) throws -> String) rethrows -> String {
        var body = ""
        for (file, own) in Dictionary(grouping: judgements, by: \.mutant.file).sorted(by: { $0.key < $1.key }) {
            let left = own.filter { $0.fate != .killed }
            guard !left.isEmpty else { continue }
            body += "<details><summary>\(file.escaped) — \(left.count) of \(own.count) left</summary><pre>"
            let byLine = Dictionary(grouping: left, by: \.mutant.line)
            for (number, line) in try source(file).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            {
                body += "\(number + 1)\t\(String(line).escaped)\n"
                for judgement in byLine[number + 1] ?? [] {
                    body += "<b class=\(judgement.fate.rawValue)>\t\(judgement.mutant.text.escaped)</b>\n"
                }
            }
            body += "</pre></details>\n"
        }
        return """
            <!doctype html><meta charset="utf-8"><title>Mutants that are left</title>
            <style>body{font:15px/1.5 system-ui;margin:2em}pre{tab-size:6;font-size:13px}
            b{display:block;background:#fdd;color:#600}b.unreached{background:#eee;color:#444}</style>
            <h1>Mutants that are left</h1><pre>\(table.escaped)</pre>
            \(body)
            """
    }
}

extension String {
    fileprivate var escaped: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
