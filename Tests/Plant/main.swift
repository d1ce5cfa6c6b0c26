import Foundation
import Planting

// plant prepare ROOT PACKAGE: makes the package of the test build.
// plant sweep ROOT PROGRAM OUT [--whole] [NAME…]: runs scenarios with these defects, or with all.

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

func read(_ page: String) -> String { (try? String(contentsOfFile: page, encoding: .utf8)) ?? "" }

func sweep(_ root: String, _ program: String, _ out: String, _ words: [String]) throws -> Bool {
    let isWhole = words.contains("--whole")
    let all = try TestBuild(root: root, package: "").bugs()
    let bugs = try all.named(words.filter { $0 != "--whole" })
    let page = root + "/Docs/planted-bugs.md"
    let before = read(page)
    var table = BugTable(all, before: before)
    let sweep = try Sweep(program: program, catalogue: root + "/Scenarios", out: out)
    try sweep.expectSoundness(for: bugs, inAll: isWhole)
    var missed = 0
    for bug in bugs {
        let finding = try sweep.find(bug, inAll: isWhole)
        if !finding.blind.isEmpty { missed += 1 }
        say(finding.line)
        guard isWhole else { continue }
        // A sweep takes hours: the page keeps each finding at once.
        table.note(finding)
        try table.text.write(toFile: page, atomically: true, encoding: .utf8)
    }
    say("\n\(bugs.count - missed) of \(bugs.count) defects are caught by those that should catch them")
    guard !isWhole, table.text != before else { return missed == 0 }
    try table.text.write(toFile: out + "/planted-bugs.md", atomically: true, encoding: .utf8)
    say("Docs/planted-bugs.md is not up to date: cp \(out)/planted-bugs.md Docs/")
    return false
}

let words = Array(CommandLine.arguments.dropFirst())
do {
    switch (words.first, words.count) {
    case ("prepare", 3): try TestBuild(root: words[1], package: words[2]).prepare()
    case ("sweep", 4...): exit(try sweep(words[1], words[2], words[3], Array(words.dropFirst(4))) ? 0 : 1)
    default:
        say("usage: plant prepare ROOT PACKAGE | plant sweep ROOT PROGRAM OUT [--whole] [NAME…]")
        exit(64)
    }
} catch {
    say("error: \(error)")
    exit(65)
}
