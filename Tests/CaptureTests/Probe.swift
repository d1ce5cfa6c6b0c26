import Foundation
import Testing

/// Runs `CaptureProbe`, the process of one thread that can have a network of its own.
struct Probe {
    enum User {
        /// The user that runs the tests.
        case same
        /// A user without rights, when root runs the tests.
        case unprivileged
        /// The user that runs the tests, without the right to make a network namespace alone.
        case withoutAdministration
    }

    /// The folder of all scratch folders, removed when the tests end.
    private static let root: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "capture-tests-\(UUID().uuidString)")
        atexit { try? FileManager.default.removeItem(at: Probe.root) }
        return folder
    }()

    let status: Int32
    let output: String
    let file: String

    /// Returns the value that the probe printed for `key`.
    subscript(key: String) -> String? {
        output.split(separator: "\n").first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
    }

    static func run(_ arguments: String..., traffic: String, count: Int, as user: User = .same) throws -> Probe {
        let folder = try scratchFolder()
        let copy = folder.appending(path: "CaptureProbe")
        try FileManager.default.copyItem(at: products().appending(path: "CaptureProbe"), to: copy)
        let file = folder.appending(path: "capture.pcap").path
        var words = [copy.path] + arguments + [file, traffic, String(count)]
        if geteuid() == 0 { words = user.prefix + words }
        let (status, output) = try execute(words)
        return Probe(status: status, output: output, file: file)
    }

    /// A folder that every user may write.
    static func scratchFolder() throws -> URL {
        let folder = root.appending(path: UUID().uuidString)
        let open: [FileAttributeKey: Any] = [.posixPermissions: 0o777]
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes(open, ofItemAtPath: folder.path)
        return folder
    }

    static func execute(_ words: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: try #require(words.first))
        process.arguments = Array(words.dropFirst())
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }

    /// The folder of what was built, which holds the test bundle too.
    private static func products() throws -> URL {
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
        return URL(filePath: try #require(bundle)).deletingLastPathComponent()
    }
}

extension Probe.User {
    /// The command that makes root this user.
    fileprivate var prefix: [String] {
        switch self {
        case .same: []
        case .unprivileged: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        case .withoutAdministration: ["/usr/bin/setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin"]
        }
    }
}
