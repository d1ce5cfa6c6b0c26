internal import Inspection
internal import Journal
internal import Reporting
internal import ScenarioLanguage
internal import Web

extension UIWorkspace {
    /// Returns the response to a request of the page.
    mutating func answer(_ request: HTTPRequest) -> HTTPServer.Answer {
        switch PageRoute(request) {
        case .page: .response(HTTPResponse(.ok, .html, HTMLReport.livePage(title: "Rollcall")))
        case .events: .events
        case .state: .response(HTTPResponse(.ok, .json, state()))
        case .run(let id): .response(evidence(of: id))
        case .file(let id, let name): .response(file(name, of: id))
        case .action(let name): .response(perform(name, JSONBody(request.body)))
        case nil: .response(HTTPResponse(.notFound, "there is no such page\n"))
        }
    }

    private mutating func perform(_ action: String, _ body: JSONBody) -> HTTPResponse {
        switch action {
        case "run":
            let ids = body.ids
            let chosen = ids.isEmpty ? scenarios : scenarios.filter { ids.contains($0.id) }
            guard !chosen.isEmpty else { return HTTPResponse(.notFound, "there is no such scenario\n") }
            return Self.response(run(chosen, seeds: body.seeds))
        case "shrink":
            guard let scenario = scenarios.first(where: { body.ids.contains($0.id) }) else {
                return HTTPResponse(.notFound, "there is no such scenario\n")
            }
            return Self.response(shrink(scenario))
        case "stop":
            job?.stop()
            return Self.response(nil)
        case "watch":
            setWatching(body.isOn)
            return Self.response(nil)
        default: return HTTPResponse(.notFound, "there is no action `\(action.withoutCommands())`\n")
        }
    }

    private static func response(_ refusal: String?) -> HTTPResponse {
        refusal.map { HTTPResponse(.conflict, $0 + "\n") } ?? HTTPResponse(.accepted, "")
    }

    /// The files of a run that may be downloaded.
    private func file(_ name: String, of id: String) -> HTTPResponse {
        let folder = RunFolder(out: request.outFolder, id: id)
        guard scenarios.contains(where: { $0.id == id }),
            let path = folder.links(address: \.self).first(where: { $0.address.hasSuffix("/\(name)") })?.address,
            let bytes = FileStore.read(path)
        else { return HTTPResponse(.notFound, "there is no such file of a run\n") }
        return HTTPResponse(.ok, .bytes, bytes)
    }

    /// The evidence of the last run of a scenario, with the blocks of its failure.
    private func evidence(of id: String) -> HTTPResponse {
        guard let scenario = scenarios.first(where: { $0.id == id }) else {
            return HTTPResponse(.notFound, "there is no scenario `\(id.withoutCommands())`\n")
        }
        let folder = RunFolder(out: request.outFolder, id: id)
        let source = Array(scenario.sourceLines.joined(separator: "\n").utf8)
        var evidence = folder.evidence(source: source)
        var verdict: Verdict?
        do throws(FileError) {
            verdict = try folder.recordedVerdict()
            if verdict == nil { evidence.absence = "This scenario has not run yet." }
        } catch {
            evidence.absence = "\(error); run the scenario again.".withoutCommands()
        }
        evidence.links = folder.links { path in
            "/files/\(id.urlEncoded)/\(path.split(separator: "/").last.map(String.init) ?? "")"
        }
        return HTTPResponse(.ok, .json, Self.json(evidence, verdict, shrunken: FileStore.read(shrunken(id))))
    }

    private static func json(_ evidence: HTMLReport.Evidence, _ verdict: Verdict?, shrunken: [UInt8]?) -> [UInt8] {
        var json = JSONText()
        json.openObject()
        json.key("run")
        json.raw(evidence.json)
        if let verdict {
            json.key("verdict")
            json.raw(verdict.json)
            json.key("blocks")
            json.raw(HTMLReport.failureBlocks(of: verdict))
        }
        json.field("shrunken", shrunken.map { String(decoding: $0, as: UTF8.self) })
        json.closeObject()
        return json.takeBytes()
    }

    /// All scenarios with their last verdicts, and the job.
    private func state() -> [UInt8] {
        var json = JSONText()
        json.openObject()
        json.key("scenarios")
        json.openArray()
        for scenario in scenarios { write(scenario, to: &json) }
        json.closeArray()
        json.field("problems", problems)
        writeJob(to: &json)
        json.closeObject()
        return json.takeBytes()
    }

    private func write(_ scenario: Scenario, to json: inout JSONText) {
        json.openObject()
        scenario.writeHead(to: &json)
        if let verdict = RunFolder(out: request.outFolder, id: scenario.id).readVerdict() {
            json.key("last")
            json.raw(verdict.json)
        }
        json.closeObject()
    }

    func writeJob(to json: inout JSONText) {
        json.field("events", eventCount)
        json.key("watching")
        json.boolean(isWatching)
        guard let job else { return }
        json.key("job")
        json.openObject()
        json.field("doing", job.work == .run ? "run" : "shrink")
        json.field("ended", job.ended)
        json.field("of", job.count)
        json.field("running", Array(job.running.prefix(8)))
        json.closeObject()
    }
}

/// The body of a request of the page. A missing member has its default.
private struct JSONBody {
    let ids: Set<String>
    let seeds: String
    let isOn: Bool

    init(_ bytes: [UInt8]) {
        let json = try? JSON(parsing: bytes)
        ids = Set(json?["ids"]?.texts ?? [])
        seeds = json?["seeds"]?.text ?? "1"
        isOn = json?["on"] == .boolean(true)
    }
}
