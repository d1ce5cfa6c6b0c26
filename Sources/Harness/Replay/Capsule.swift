internal import Capture
internal import Loop
internal import Wire

/// All that is needed to repeat a run and to compare it: one file, a CBOR map (RFC 8949).
struct Capsule {
    /// The version of the file's shape.
    static let version: UInt64 = 1
    /// The largest capsule that is read, in bytes.
    static let largest = 1 << 29
    /// The largest capture that is put in; a run with a larger one is compared by its journal alone.
    static let largestCapture = 1 << 28
    /// The longest scenario, in bytes, as for scenario files.
    static let largestScenario = 1 << 20
    /// The most files that a scenario of a capsule includes.
    static let mostIncludes = 1000

    var rollcall = RollcallMain.version
    /// Which build of the program it was.
    var build = ""
    var id = ""
    /// The scenario's file, as it was named.
    var file = ""
    var scenario: [UInt8] = []
    /// The files that it includes, by their paths.
    var includes: [(path: String, bytes: [UInt8])] = []
    var seed: UInt64 = 0
    /// The options of the run; its drivers are part of the scenario.
    var options = WorkerOptions()
    /// The verdict's JSON.
    var verdict: [UInt8] = []
    var journal: [UInt8] = []
    /// The capture file; nil when there was none, or it was too large.
    var packets: [UInt8]?

    /// The capsule as the bytes of a file.
    var bytes: [UInt8] {
        var pairs: [(String, CBOR)] = [
            ("rollcallCapsule", .unsigned(Self.version)), ("rollcall", .text(rollcall)), ("build", .text(build)),
            ("id", .text(id)), ("file", .text(file)), ("scenario", .bytes(scenario)), ("seed", .unsigned(seed)),
            ("clock", .text(options.clock.rawValue)), ("capture", .text(options.capture.rawValue)),
            ("limit", .float(options.limit)), ("verdict", .bytes(verdict)), ("journal", .bytes(journal)),
        ]
        if options.memory != .usual { pairs.append(("memory", .unsigned(UInt64(options.memory.mebibytes)))) }
        if options.isStrict { pairs.append(("strict", .boolean(true))) }
        if !includes.isEmpty { pairs.append(("includes", Self.map(of: includes))) }
        if let packets { pairs.append(("packets", .bytes(packets))) }
        return CBOR.map(CBOR.Map(pairs)).encoded()
    }
}

/// Why a file is no capsule.
enum CapsuleError: Error, CustomStringConvertible {
    case tooLarge(bytes: Int)
    case noCBOR(String)
    case noCapsule
    case otherVersion(UInt64)
    case missing(String)
    case scenarioTooLarge(bytes: Int)

    var description: String {
        switch self {
        case .tooLarge(let bytes): "it has \(bytes) bytes, and a capsule can have \(Capsule.largest)"
        case .noCBOR(let reason): "it is no capsule of `rollcall run`, or a damaged one: it is no CBOR map (\(reason))"
        case .noCapsule: "it is no capsule of `rollcall run`: it has no `rollcallCapsule`"
        case .otherVersion(let version):
            "it is a capsule of version \(version), and this rollcall reads version \(Capsule.version)"
        case .missing(let key): "it is no whole capsule: its `\(key)` is missing or of another kind"
        case .scenarioTooLarge(let bytes):
            "its scenario has \(bytes) bytes, and a scenario can have \(Capsule.largestScenario)"
        }
    }
}

extension Capsule {
    /// Reads a capsule back.
    init(reading bytes: [UInt8]) throws(CapsuleError) {
        guard bytes.count <= Self.largest else { throw .tooLarge(bytes: bytes.count) }
        let map = try Self.map(bytes)
        guard let version = map["rollcallCapsule"]?.unsigned else { throw .noCapsule }
        guard version == Self.version else { throw .otherVersion(version) }
        func need<Value>(_ key: String, _ read: (CBOR) -> Value?) throws(CapsuleError) -> Value {
            guard let value = map[key].flatMap(read) else { throw .missing(key) }
            return value
        }
        rollcall = try need("rollcall", \.text)
        build = try need("build", \.text)
        id = try need("id", \.text)
        file = try need("file", \.text)
        scenario = try need("scenario", \.bytes)
        seed = try need("seed", \.unsigned)
        options.clock = try need("clock") { $0.text.flatMap(ClockMode.init) }
        options.capture = try need("capture") { $0.text.flatMap(CaptureMode.init) }
        options.limit = try need("limit") { $0.double.flatMap { $0 > 0 && $0 <= 86_400 ? $0 : nil } }
        verdict = try need("verdict", \.bytes)
        journal = try need("journal", \.bytes)
        packets = map["packets"]?.bytes
        options.isStrict = map["strict"]?.boolean ?? false
        if map["memory"] != nil {
            options.memory = try need("memory") { $0.unsigned.flatMap(MemoryLimit.init(exactly:)) }
        }
        includes = try Self.files(map["includes"])
        guard scenario.count <= Self.largestScenario else { throw .scenarioTooLarge(bytes: scenario.count) }
    }

    /// How large the parts of a capsule can be.
    static let limits = CBOR.Limits(depth: 4, itemCount: 64 + 2 * mostIncludes, byteCount: largest)

    /// Files as a map from their paths to their bytes.
    static func map(of files: [(path: String, bytes: [UInt8])]) -> CBOR {
        .map(CBOR.Map(files.map { ($0.path, .bytes($0.bytes)) }))
    }

    /// Files by their paths.
    static func byPath(_ files: [(path: String, bytes: [UInt8])]) -> [String: [UInt8]] {
        Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first }
    }

    /// The files of such a map; none when there is no map.
    static func files(_ item: CBOR?) throws(CapsuleError) -> [(path: String, bytes: [UInt8])] {
        guard let item else { return [] }
        guard let map = item.map else { throw .missing("includes") }
        var files: [(path: String, bytes: [UInt8])] = []
        for entry in map {
            guard let path = entry.key.text, let bytes = entry.value.bytes else { throw .missing("includes") }
            guard bytes.count <= largestScenario else { throw .scenarioTooLarge(bytes: bytes.count) }
            files.append((path, bytes))
        }
        return files
    }

    private static func map(_ bytes: [UInt8]) throws(CapsuleError) -> CBOR.Map {
        let item: CBOR
        do throws(CBORError) {
            item = try CBOR(decoding: bytes, limits: limits)
        } catch {
            throw .noCBOR("\(error)")
        }
        guard let map = item.map else { throw .noCapsule }
        return map
    }
}
