internal import Journal
internal import ScenarioLanguage
internal import ScenarioVocabulary
internal import Web

/// The scenarios of the page, the job that is under way, and the watch over files.
struct UIWorkspace {
    let request: UIRequest
    private let program: String
    private let registry: Registry
    private(set) var scenarios: [Scenario] = []
    /// The mistakes in the files, as text; empty when there are none.
    private(set) var problems = ""
    private(set) var job: PageJob?
    private(set) var isWatching = false
    /// The seeds of the last run. Runs under the watch have them too.
    private var seeds = "1"
    private var watch: FileWatch
    private var lastLook = 0.0
    /// The files that changed. They are read when a comparison finds no further change.
    private var changed: Set<String> = []
    private var events: [[UInt8]] = []
    /// The number of events so far: a page that has seen a later event reads an earlier state again.
    private(set) var eventCount = 0

    /// The seconds between two comparisons of the files.
    private static let pause = 0.3

    init(_ request: UIRequest, program: String, _ registry: Registry) throws(UsageError) {
        self.request = request
        self.program = program
        self.registry = registry
        let selection = try Selection(request.choice, verb: .ui, registry)
        do throws(FileError) {
            watch = try FileWatch(request.choice.paths)
        } catch {
            throw UsageError(.ui, "\(error)")
        }
        take(selection)
    }

    /// The descriptor that is readable when the job has output.
    var descriptor: Int32 { job?.descriptor ?? -1 }

    private mutating func take(_ selection: Selection) {
        scenarios = selection.scenarios
        problems = selection.problems
        watch.add(selection.includes)
    }

    /// Reads all files again.
    private mutating func reload() {
        do throws(UsageError) {
            take(try Selection(request.choice, verb: .ui, registry))
        } catch {
            problems = error.message + "\n"
        }
        push("tree") { _ in }
    }

    /// Returns the events since the last call.
    mutating func advance(at now: Double) -> [[UInt8]] {
        advanceJob()
        if now - lastLook >= Self.pause {
            lastLook = now
            checkFiles()
        }
        defer { events = [] }
        return events
    }

    /// Reads the changed files once they change no more. Under the watch it also runs their scenarios.
    private mutating func checkFiles() {
        let more = watch.takeChanges()
        changed.formUnion(more)
        guard more.isEmpty, !changed.isEmpty, job == nil else { return }
        let files = changed.sorted()
        changed = []
        reload()
        guard isWatching, problems.isEmpty else { return }
        let touched = scenarios.filter { $0.isMade(of: files) }
        if !touched.isEmpty { _ = run(touched, seeds: seeds) }
    }

    private mutating func advanceJob() {
        guard var current = job else { return }
        let (written, status) = current.advance()
        job = current
        for event in written { push(event, current) }
        guard let status else { return }
        job = nil
        finish(current, status)
    }

    private mutating func finish(_ job: PageJob, _ status: Int32) {
        switch job.work {
        case .run: break
        case .shrink(let id, let file):
            guard status == ExitStatus.success.rawValue, FileStore.exists(file) else { break }
            push("shrunk") { $0.field("id", id) }
        }
        push("idle") { $0.field("complaint", job.complaint) }
    }

    /// Ends the job.
    mutating func finish() { job?.kill() }
}

extension UIWorkspace {
    /// Starts runs; returns the problem when it cannot.
    mutating func run(_ chosen: [Scenario], seeds text: String) -> String? {
        guard job == nil else { return "a job is already running: stop it first" }
        guard let seeds = Self.seeds(text) else { return "seeds need the form 1 or 1..20, and are `\(text)`" }
        self.seeds = text
        for scenario in chosen { FileStore.delete(shrunken(scenario.id)) }
        var operands: [String] = []
        for scenario in chosen {
            let operand = scenario.row.map { "\(scenario.file):\($0.line)" } ?? scenario.file
            if operands.last != operand { operands.append(operand) }
        }
        let options = ["--format", "json", "--out", request.outFolder] + seeds + request.runOptions
        return start(.run, [program, "run"] + options + ["--"] + operands, count: chosen.count)
    }

    /// Returns the options for seeds, or nil when the text is not a seed.
    private static func seeds(_ text: String) -> [String]? {
        if UInt64(text) != nil { return ["--seed", text] }
        return SeedRange.read(text) == nil ? nil : ["--seeds", text]
    }

    /// Starts the shrinking of a failure; returns the problem when it cannot.
    mutating func shrink(_ scenario: Scenario) -> String? {
        guard job == nil else { return "a job is already running: stop it first" }
        let capsule = RunFolder(out: request.outFolder, id: scenario.id).capsule
        guard FileStore.exists(capsule) else { return "only a failure can be shrunk: run the scenario first" }
        let file = shrunken(scenario.id)
        let words = [program, "shrink", "--out", file] + request.runOptions + ["--", capsule]
        return start(.shrink(id: scenario.id, file: file), words, count: 1)
    }

    private mutating func start(_ work: PageJob.Work, _ words: [String], count: Int) -> String? {
        do throws(FileError) {
            job = try PageJob(work, words: words, count: count)
        } catch {
            return "\(error)"
        }
        push("busy") { _ in }
        return nil
    }

    /// The file with the smallest scenario that fails like one.
    func shrunken(_ id: String) -> String {
        "\(RunFolder(out: request.outFolder, id: id).path)/shrunken.yaml"
    }

    mutating func setWatching(_ isOn: Bool) {
        isWatching = isOn
        push("watch") { _ in }
    }

    /// Keeps an event for all pages, with the state of the job.
    private mutating func push(_ kind: String, _ write: (inout JSONText) -> Void) {
        eventCount += 1
        var json = JSONText()
        json.openObject()
        json.field("kind", kind)
        write(&json)
        writeJob(to: &json)
        json.closeObject()
        events.append(json.takeBytes())
    }

    private mutating func push(_ event: JSON, _ job: PageJob) {
        let kind = event["kind"]?.text ?? ""
        let verdict = event["verdict"].flatMap { Verdict($0) }
        push(kind) { json in
            json.field("id", event["id"]?.text)
            guard let verdict else { return }
            json.key("verdict")
            json.raw(verdict.json)
        }
    }
}
