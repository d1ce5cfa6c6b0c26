internal import Journal
internal import Load
internal import ScenarioLanguage

/// The runs that several machines share, divided into packs that one machine claims at a time.
struct WorkPlan: Hashable {
    /// The version of the file's structure.
    static let version = 2

    /// Several scenarios with the same seeds, a search, or a share of a load.
    struct Pack: Hashable {
        /// The ids, in the order of the plan.
        let ids: [String]
        let seeds: ClosedRange<UInt64>
        /// The number of runs of a search.
        var runs = 0
        /// The part of a load.
        var share = LoadShare.whole
    }

    /// A file of the plan, with a digest of its bytes.
    struct File: Hashable {
        let path: String
        let digest: String
    }

    /// The line at the end of the work.
    var completion: String {
        packs.count == 1 ? "the pack has results\n" : "all \(packs.count) packs have results\n"
    }

    var purpose = PlanPurpose.run
    /// The digest of the program that made the plan. Another build may reach other verdicts.
    var program = ""
    /// The program's name in commands that repeat a run.
    var programName = ""
    /// The named files and folders, relative to the folder of the plan's files.
    var paths: [String] = []
    var files: [File] = []
    /// The ids of all scenarios, in the order of their reports.
    var ids: [String] = []
    var seeds: ClosedRange<UInt64> = 1...1
    /// The number of runs of each scenario with each seed.
    var rounds = 1
    /// The options of the verb that does the work on one machine, as words.
    var options: [String] = []
    /// The packs, the longest first.
    var packs: [Pack] = []
}

extension WorkPlan {
    /// The plan as the bytes of a file.
    var bytes: [UInt8] {
        var json = JSONText()
        json.openObject()
        json.field("rollcallPlan", Self.version)
        json.field("purpose", purpose.rawValue)
        json.field("program", program)
        json.field("programName", programName)
        json.field("paths", paths)
        json.key("files")
        json.objects(files) { json, file in
            json.field("path", file.path)
            json.field("digest", file.digest)
        }
        json.field("ids", ids)
        json.field("seeds", seeds.written)
        json.field("rounds", rounds)
        json.field("options", options)
        json.key("packs")
        json.objects(packs) { json, pack in
            json.field("ids", pack.ids)
            json.field("seeds", pack.seeds.written)
            json.field("runs", pack.runs)
            json.field("share", pack.share.text)
        }
        json.closeObject()
        json.newline()
        return json.takeBytes()
    }
}

/// The reason that a file is not a plan.
enum PlanError: Error, Hashable, CustomStringConvertible {
    case noJSON(String)
    case noPlan
    case otherVersion(Int)
    case missing(String)
    case unknownID(String)

    var description: String {
        switch self {
        case .noJSON(let reason): "it is not a plan of `rollcall plan`, or a damaged one: it is not JSON (\(reason))"
        case .noPlan: "it is not a plan of `rollcall plan`: it has no `rollcallPlan`"
        case .otherVersion(let version):
            "it is a plan of version \(version), and this rollcall reads version \(WorkPlan.version)"
        case .missing(let key): "it is not a whole plan: its `\(key)` is missing or of another kind"
        case .unknownID(let id): "a pack names the scenario \(id.quoted), which the plan does not have"
        }
    }
}

extension WorkPlan {
    /// Decodes a plan.
    init(reading bytes: [UInt8]) throws(PlanError) {
        let json: JSON
        do throws(JSONError) { json = try JSON(parsing: bytes) } catch { throw .noJSON("\(error)") }
        guard let version = json["rollcallPlan"]?.integer else { throw .noPlan }
        guard version == Self.version else { throw .otherVersion(version) }
        func need<Value>(_ key: String, _ read: (JSON) -> Value?) throws(PlanError) -> Value {
            guard let value = json[key].flatMap(read) else { throw .missing(key) }
            return value
        }
        purpose = try need("purpose") { $0.text.flatMap(PlanPurpose.init) }
        program = try need("program", \.text)
        programName = try need("programName", \.text)
        paths = try need("paths", \.texts)
        files = try need("files") { $0.elements?.all(File.init) }
        ids = try need("ids", \.texts)
        seeds = try need("seeds", Self.seeds)
        rounds = try need("rounds") { $0.integer.flatMap { (1...10_000).contains($0) ? $0 : nil } }
        options = try need("options", \.texts)
        packs = try need("packs") { $0.elements?.all(Pack.init) }
        let known = Set(ids)
        if let stranger = packs.lazy.flatMap(\.ids).first(where: { !known.contains($0) }) {
            throw .unknownID(stranger)
        }
    }
}

extension WorkPlan {
    /// Decodes seeds; nil for more than a command line can name.
    fileprivate static func seeds(_ json: JSON) -> ClosedRange<UInt64>? {
        json.text.flatMap(SeedRange.read).flatMap { $0.upperBound - $0.lowerBound < SeedRange.most ? $0 : nil }
    }
}

extension WorkPlan.File {
    init?(_ json: JSON) {
        guard let path = json["path"]?.text, let digest = json["digest"]?.text else { return nil }
        self.init(path: path, digest: digest)
    }
}

extension WorkPlan.Pack {
    init?(_ json: JSON) {
        guard let ids = json["ids"]?.texts, let seeds = json["seeds"].flatMap(WorkPlan.seeds),
            let runs = json["runs"]?.integer, runs >= 0, let share = json["share"]?.text.flatMap({ LoadShare($0) })
        else { return nil }
        self.init(ids: ids, seeds: seeds, runs: runs, share: share)
    }
}
