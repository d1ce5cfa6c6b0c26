internal import Digest
internal import Journal
internal import Reporting
internal import Wire

/// The folder of a plan, which all its machines share.
///
/// Each change of state is one call that succeeds or fails for all machines alike: `mkdir` claims a pack, and `rename`
/// publishes its results.
struct PlanFolder {
    /// The absolute path of the folder.
    let path: String
    let plan: WorkPlan

    /// The copies of the scenario files, with their relative paths at planning.
    var files: String { "\(path)/files" }

    /// Returns the folder of a pack's published results.
    func results(of pack: Int) -> String { "\(path)/packs/\(Self.number(pack))" }

    /// The folder of later results that differ from the published ones.
    var contradictions: String { "\(path)/contradictions" }

    private static func number(_ pack: Int) -> String {
        let digits = String(pack + 1)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }

    /// Returns the claim of a pack with a number, from 1.
    func claim(_ number: Int, of pack: Int) -> PackClaim {
        PackClaim(path: "\(path)/claims/\(Self.number(pack)).\(number)")
    }

    /// Returns the number of claims on a pack.
    func claimCount(of pack: Int) -> Int {
        var count = 0
        while FileStore.exists(claim(count + 1, of: pack).path) { count += 1 }
        return count
    }

    /// Returns true when the results of a pack are published.
    func isDone(_ pack: Int) -> Bool { FileStore.exists(results(of: pack)) }

    /// The packs without results, in order.
    var openPacks: [Int] { plan.packs.indices.filter { !isDone($0) } }

    /// The packs with results, in order.
    var finishedPacks: [Int] { plan.packs.indices.filter(isDone) }

    /// The reason for which a pack was given up; nil when it has results.
    func loss(of pack: Int) -> String? {
        FileStore.read("\(results(of: pack))/\(PackWork.lossFile)", atMost: 4096).map {
            String(decoding: $0, as: UTF8.self).split(separator: "\n").joined(separator: " ")
        }
    }

    /// The packs that were given up, with the reasons.
    var losses: [(pack: Int, reason: String)] {
        finishedPacks.compactMap { pack in loss(of: pack).map { (pack, $0) } }
    }

    /// The plan and the copies of the scenario files, which no output overwrites.
    var inputs: [String] { ["\(path)/plan.json"] + plan.files.map { "\(files)/\($0.path)" } }
}

extension PlanFolder {
    private static let largest = 1 << 28

    /// Opens the folder of a plan.
    private init(opening folder: String) throws(PlanFolderError) {
        let path = FileStore.realPath(of: folder) ?? folder
        let file = "\(path)/plan.json"
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileStore.readWhole(file, atMost: Self.largest)
        } catch {
            throw .unreadable("\(error)")
        }
        do throws(PlanError) {
            self.init(path: path, plan: try WorkPlan(reading: bytes))
        } catch {
            throw .unreadable("\(folder)/plan.json: \(error)")
        }
    }

    /// Opens the folder of a plan for a verb; returns nil, with a message, when it has no readable plan.
    static func opened(_ folder: String, for verb: Verb) -> PlanFolder? {
        do throws(PlanFolderError) {
            return try PlanFolder(opening: folder)
        } catch {
            Console.error(verb, "\(error)")
            return nil
        }
    }

    /// Creates the folder of a new plan, with copies of its files.
    static func make(_ folder: String, _ plan: WorkPlan, files: [(path: String, bytes: [UInt8])]) throws(FileError) {
        for part in ["packs", "claims", "contradictions", "files"] {
            try FileStore.makeFolder("\(folder)/\(part)")
        }
        for file in files {
            try FileStore.makeFolder(FileTree.parent(of: "\(folder)/files/\(file.path)"))
            try FileStore.write(file.bytes, to: "\(folder)/files/\(file.path)")
        }
        // Written last, because a folder with this file is a complete plan.
        try FileStore.write(plan.bytes, to: "\(folder)/plan.json")
    }

    /// Throws when the program or a file differs from the plan's.
    func check() throws(PlanFolderError) {
        guard try Self.programDigest() == plan.program else { throw .otherProgram }
        for file in plan.files {
            guard let bytes = FileStore.read("\(files)/\(file.path)") else {
                throw .unreadable("\(files)/\(file.path) cannot be read: \(systemMessage())")
            }
            guard Self.digest(of: bytes) == file.digest else { throw .changed("\(files)/\(file.path)") }
        }
    }

    /// Returns a digest of bytes, in hexadecimal notation.
    static func digest(of bytes: [UInt8]) -> String {
        HMAC.sha256(key: Array("rollcall plan".utf8), message: bytes).prefix(16).hexadecimal
    }

    /// Returns the digest of the running program.
    static func programDigest() throws(PlanFolderError) -> String {
        do throws(FileError) {
            return digest(of: try FileStore.readWhole("/proc/self/exe"))
        } catch {
            throw .unreadable("\(error)")
        }
    }
}

/// The reason that a machine cannot work on a plan, or gather its results.
enum PlanFolderError: Error, CustomStringConvertible {
    case unreadable(String)
    case otherProgram
    case changed(String)

    var description: String {
        switch self {
        case .unreadable(let reason): reason
        case .otherProgram:
            "this rollcall is another build than the one that made the plan: use the same one, or plan again"
        case .changed(let file): "\(file) has changed since the plan was made: plan again"
        }
    }
}
