import Foundation
import SwiftParser
import SwiftSyntax

// mutants prepare ROOT FOLDER SPACING SEED ROOM…   draws mutants, builds them, keeps those that compile
// mutants record ROOT FOLDER                       notes which scenarios reach which mutants
// mutants judge ROOT FOLDER [COUNT]                runs them, all or so many, and reports

func prepare(_ place: Workplace, _ sample: Sample, _ rooms: [String]) throws {
    var enums = EnumIndex()
    let files = try place.files(of: rooms)
    for file in files { enums.add(Parser.parse(source: try place.source(file))) }
    var mutants: [Mutant] = []
    for file in files {
        let text = try place.source(file)
        let candidates = MutantFinder.candidates(in: text, of: file, enums: enums)
        mutants += sample.draw(from: candidates, lines: text.count { $0 == "\n" })
    }
    for index in mutants.indices { mutants[index].id = index + 1 }
    say("\(mutants.count) mutants drawn from \(files.count) files")
    try place.prepare(rooms: rooms)
    let built = try Builder(place: place).build(mutants)
    try place.save(built)
    say("\(built.count) mutants are built")
}

func judge(_ place: Workplace, atMost count: Int) throws {
    let reach = try JSONDecoder().decode(
        Reach.self, from: Data(contentsOf: place.folder.appendingPathComponent("reach.json")))
    var mutants = try place.mutants()
    if mutants.count > count {
        let step = Double(mutants.count) / Double(count)
        mutants = (0..<count).map { mutants[Int(Double($0) * step)] }
    }
    let start = Date()
    let judgements = try Judge(place: place, reach: reach).judge(mutants)
    let report = Report(judgements: judgements)
    try JSONEncoder().encode(judgements).write(to: place.folder.appendingPathComponent("judgements.json"))
    try report.survivors.write(
        to: place.folder.appendingPathComponent("survivors.txt"), atomically: true, encoding: .utf8)
    try report.page(source: place.source).write(
        to: place.folder.appendingPathComponent("survivors.html"), atomically: true, encoding: .utf8)
    print(report.table)
    say("\(judgements.count) mutants in \(Int(Date().timeIntervalSince(start))) s")
}

let words = Array(CommandLine.arguments.dropFirst())
do {
    guard words.count >= 3 else { throw Failure("usage: mutants prepare|record|judge ROOT FOLDER …") }
    let place = Workplace(root: words[1], folder: words[2])
    switch words[0] {
    case "prepare":
        guard words.count > 5, let spacing = Int(words[3]), spacing > 0, let seed = UInt64(words[4]) else {
            throw Failure("usage: mutants prepare ROOT FOLDER SPACING SEED ROOM…")
        }
        try prepare(place, Sample(spacing: spacing, seed: seed), Array(words.dropFirst(5)))
    case "record":
        let reach = try Recorder(place: place).record()
        try JSONEncoder().encode(reach).write(to: place.folder.appendingPathComponent("reach.json"))
        say("\(reach.scenarios.count) scenarios recorded")
    case "judge": try judge(place, atMost: words.count > 3 ? Int(words[3]) ?? .max : .max)
    default: throw Failure("`\(words[0])` is no verb; the verbs are prepare, record and judge")
    }
} catch {
    say("error: \(error)")
    exit(65)
}
