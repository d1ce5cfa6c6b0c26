import Foundation
import SwiftParser
import SwiftSyntax

// mutants ROOT FOLDER [--sample N] [--seed S] [--since COMMIT] [--again] [--tests] [--left] [--bare] [--quick] [ROOM…]; see Scripts/mutants.

/// Draws mutants, or finds those of the last build, and builds them.
func build(_ request: Request, _ place: Workplace) throws -> [Mutant] {
    let files = try place.files(of: request.rooms)
    let texts = try files.map(place.source)
    var enums = EnumIndex()
    for text in texts { enums.add(Parser.parse(source: text)) }
    let candidates = zip(files, texts).map { MutantFinder.candidates(in: $1, of: $0, enums: enums) }
    var mutants =
        request.isAgain
        ? try place.builtMutants().found(among: candidates.flatMap(\.self))
        : try draw(request, place, from: zip(texts, candidates).map { ($0, $1) })
    say("\(mutants.count) mutants in \(files.count) files")
    guard !mutants.isEmpty else { return [] }
    try place.prepare(rooms: request.rooms, mutants: mutants)
    mutants = try Builder(place: place, hasTests: request.usesTests, isQuick: request.isQuick).build(mutants)
    say("\(mutants.count) are built; the compiler has refused \(try place.rejected.count) so far")
    try place.save(mutants)
    return mutants.evenly(request.sample)
}

/// Draws some of the candidates of each file, and numbers them.
func draw(_ request: Request, _ place: Workplace, from files: [(text: String, candidates: [Mutant])]) throws -> [Mutant]
{
    let changed = try request.since.map { try ChangedLines(since: $0, in: place) }
    let lines = files.map { text, candidates in
        guard let changed else { return text.count { $0 == "\n" } }
        return candidates.first.map { changed.count(in: $0.file) } ?? 0
    }
    let spacing = max(1, Double(lines.reduce(0, +)) / Double(request.sample))
    let sample = Sample(spacing: spacing, seed: request.seed)
    let rejected = try place.rejected
    var mutants = zip(files, lines).flatMap { file, lines in
        sample.draw(from: file.candidates.filter { changed?.holds($0) ?? true }, lines: lines, without: rejected)
    }
    for index in mutants.indices { mutants[index].id = index + 1 }
    return mutants
}

extension [Mutant] {
    /// A number of the mutants, evenly over the files.
    fileprivate func evenly(_ most: Int) -> [Mutant] {
        guard count > most else { return self }
        return (0..<most).map { self[$0 * count / most] }
    }
}

/// Runs mutants with the scenarios that reach them.
func judge(_ mutants: [Mutant], _ place: Workplace) throws -> [Judgement] {
    let reach = try timed("one run of each scenario") { try Reach.record(place) }
    if !reach.failing.isEmpty { say("left out, not passing without a mutant: \(reach.failing.joined(separator: " "))") }
    let equivalents = try Equivalents(of: place.root)
    return try Judge(place: place, reach: reach).judge(mutants).map { judgement in
        var judgement = judgement
        if judgement.isLeft, equivalents.holds(judgement.mutant) { judgement.fate = .equivalent }
        return judgement
    }
}

/// Performs work, and prints the time that it took.
func timed<Result>(_ name: String, _ work: () throws -> Result) rethrows -> Result {
    let start = Date()
    let result = try work()
    say("\(name): \(Int(Date().timeIntervalSince(start).rounded())) s")
    return result
}

do {
    let request = try Request(Array(CommandLine.arguments.dropFirst()))
    let place = Workplace(root: request.root, folder: request.folder, isBare: request.isBare)
    var judgements: [Judgement]
    if request.triesLeft {
        judgements = try place.lastJudgements()
    } else {
        let mutants = try timed("build") { try build(request, place) }
        // No line of these rooms has changed.
        if mutants.isEmpty { exit(0) }
        judgements = try timed("runs of \(mutants.count) mutants") { try judge(mutants, place) }
        try place.write(Report(judgements: judgements))
    }
    if request.usesTests || request.triesLeft, judgements.contains(where: \.isLeft) {
        judgements = try timed("unit tests") { try TestRuns(place, isQuick: request.isQuick).judge(judgements) }
        try place.write(Report(judgements: judgements))
    }
    if request.since != nil, judgements.contains(where: \.isLeft) { exit(1) }
} catch {
    say("error: \(error)")
    exit(65)
}
