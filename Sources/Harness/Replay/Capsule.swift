internal import Capture
internal import Loop
internal import ScenarioLanguage
internal import Wire

/// The data that repeat and compare a run, in one file: a CBOR map (RFC 8949).
package struct Capsule {
    /// The version of the file's structure.
    static let version: UInt64 = 1
    /// The maximum size of a capsule, in bytes.
    static let largest = 1 << 29
    /// The maximum size of a capture in a capsule; a run with a larger one is compared by its journal only.
    static let largestCapture = 1 << 28
    /// The maximum size of a scenario in bytes, as for scenario files.
    static let largestScenario = 1 << 20
    /// The maximum number of included files.
    static let maxIncludes = 1000

    var rollcall = RollcallMain.version
    /// The build of the program.
    var build = ""
    var id = ""
    /// The path of the scenario's file, as given.
    var file = ""
    var scenario: [UInt8] = []
    /// The included files, by path.
    var includes: [(path: String, bytes: [UInt8])] = []
    var seed: UInt64 = 0
    /// The options of the run.
    var options = WorkerOptions()
    /// The verdict's JSON.
    var verdict: [UInt8] = []
    var journal: [UInt8] = []
    /// The capture file; nil when there was none, or it was too large.
    var packets: [UInt8]?

    /// The capsule as the bytes of a file.
    package var bytes: [UInt8] {
        var pairs: [(String, CBOR)] = [
            ("rollcallCapsule", .unsigned(Self.version)), ("rollcall", .text(rollcall)), ("build", .text(build)),
            ("id", .text(id)), ("file", .text(file)), ("scenario", .bytes(scenario)), ("seed", .unsigned(seed)),
            ("clock", .text(options.clock.rawValue)), ("capture", .text(options.capture.rawValue)),
            ("limit", .float(options.limit)), ("verdict", .bytes(verdict)), ("journal", .bytes(journal)),
        ]
        if options.memory != .standard { pairs.append(("memory", .unsigned(UInt64(options.memory.mebibytes)))) }
        if !options.drivers.isEmpty { pairs.append(("drivers", .array(options.drivers.map { .text($0.text) }))) }
        if !options.judgesExpectations { pairs.append(("expectations", .boolean(false))) }
        if options.isStrict { pairs.append(("strict", .boolean(true))) }
        if !includes.isEmpty { pairs.append(("includes", Self.map(of: includes))) }
        if let packets { pairs.append(("packets", .bytes(packets))) }
        return CBOR.map(CBOR.Map(pairs)).encoded()
    }
}

/// The reason that a file is not a capsule.
package enum CapsuleError: Error, CustomStringConvertible {
    case tooLarge(bytes: Int)
    case noCBOR(String)
    /// A file that does not begin like a capsule.
    case otherFile
    case noCapsule
    case otherVersion(UInt64)
    case missing(String)
    case scenarioTooLarge(bytes: Int)

    package var description: String {
        switch self {
        case .tooLarge(let bytes): "it has \(bytes) bytes, and a capsule can have \(Capsule.largest)"
        case .noCBOR(let reason):
            "it is not a capsule of `rollcall run`, or a damaged one: it is not a CBOR map (\(reason))"
        case .otherFile: "it is not a capsule of `rollcall run`"
        case .noCapsule: "it is not a capsule of `rollcall run`: it has no `rollcallCapsule`"
        case .otherVersion(let version):
            "it is a capsule of version \(version), and this rollcall reads version \(Capsule.version)"
        case .missing(let key): "it is not a whole capsule: its `\(key)` is missing or of another kind"
        case .scenarioTooLarge(let bytes):
            "its scenario has \(bytes) bytes, and a scenario can have \(Capsule.largestScenario)"
        }
    }
}

extension Capsule {
    /// Decodes a capsule.
    package init(reading bytes: [UInt8]) throws(CapsuleError) {
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
        options.judgesExpectations = map["expectations"]?.boolean ?? true
        if map["memory"] != nil {
            options.memory = try need("memory") { $0.unsigned.flatMap(MemoryLimit.init(exactly:)) }
        }
        if let drivers = map["drivers"] { options.drivers = try Self.drivers(drivers) }
        includes = try Self.files(map["includes"])
        guard scenario.count <= Self.largestScenario else { throw .scenarioTooLarge(bytes: scenario.count) }
    }

    private static func drivers(_ item: CBOR) throws(CapsuleError) -> [DriverChoice] {
        guard case .array(let items) = item else { throw .missing("drivers") }
        var drivers: [DriverChoice] = []
        for item in items {
            guard let choice = item.text.flatMap({ try? DriverChoice($0) }) else { throw .missing("drivers") }
            drivers.append(choice)
        }
        return drivers
    }

    /// The limits of a capsule's parts.
    static let limits = CBOR.Limits(depth: 4, itemCount: 64 + 2 * maxIncludes, byteCount: largest)

    /// Returns files as a map from paths to bytes.
    static func map(of files: [(path: String, bytes: [UInt8])]) -> CBOR {
        .map(CBOR.Map(files.map { ($0.path, .bytes($0.bytes)) }))
    }

    /// Returns files by path.
    static func byPath(_ files: [(path: String, bytes: [UInt8])]) -> [String: [UInt8]] {
        Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first }
    }

    /// Returns the files of such a map; empty without a map.
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
        guard let first = bytes.first, 0xA0...0xBF ~= first else { throw .otherFile }
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
