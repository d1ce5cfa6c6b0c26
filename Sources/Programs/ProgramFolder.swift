import Foundation
import ScenarioLanguage
import Wire

/// The folder of a program, with the files that are written for it.
struct ProgramFolder {
    /// Without a slash at its end.
    let path: String
    /// The values by the names of their placeholders.
    private let values: [String: String]
    private let spec: ProgramSpec
    /// The file with its output.
    var output: String { path + "/output.txt" }

    /// The most bytes of a file that is copied.
    private static let largest = 1 << 20

    init(
        _ spec: ProgramSpec, in parent: String, hosts: [String: HostAddress], port: UInt16? = nil
    ) {
        self.spec = spec
        let current = FileManager.default.currentDirectoryPath
        path = Self.absolute("\(parent)/\(spec.name)", current)
        var values = [
            "name": spec.name, "folder": path, "scenario": Self.absolute(spec.scenarioFolder, current),
            "host": hosts[spec.name]?.description ?? "",
        ]
        if let port { values["port"] = "\(port)" }
        for (name, host) in hosts { values[name + ProgramSpec.hostSuffix] = host.description }
        self.values = values
    }

    private static func absolute(_ path: String, _ current: String) -> String {
        let whole = path.hasPrefix("/") ? path : path.isEmpty ? current : "\(current)/\(path)"
        return whole.hasSuffix("/") ? String(whole.dropLast()) : whole
    }

    /// The words of the command with the values of their names.
    var command: [String] { spec.command.map(text) }

    /// Creates the folder anew and writes the files.
    func write() throws(ProgramFault) {
        let manager = FileManager.default
        if manager.fileExists(atPath: path) { try? manager.removeItem(atPath: path) }
        guard (try? manager.createDirectory(atPath: path, withIntermediateDirectories: true)) != nil else {
            throw ProgramFault(spec.name, "has no folder: \(path) cannot be created")
        }
        switch spec.files {
        case .none: return
        case .texts(let files): for file in files { try write(text(file.text), as: file.name) }
        case .folder(let folder): try copy(folder)
        }
    }

    private func copy(_ folder: String) throws(ProgramFault) {
        let source = (values["scenario"] ?? "") + "/" + folder
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: source) else {
            throw ProgramFault(spec.name, "has no files: \(source) cannot be read")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let file = "\(source)/\(name)"
            guard let bytes = FileManager.default.contents(atPath: file), bytes.count <= Self.largest else {
                throw ProgramFault(spec.name, "lacks a file: \(file) cannot be read, or has more than 1 MiB")
            }
            try write(filled(String(decoding: bytes, as: UTF8.self), of: file), as: name)
        }
    }

    private func filled(_ content: String, of file: String) throws(ProgramFault) -> String {
        var lines: [String] = []
        // As bytes, because a carriage return before a line feed belongs to the line.
        let parts = content.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in parts.enumerated() {
            do throws(Template.Flaw) {
                let line = String(decoding: line, as: UTF8.self)
                lines.append(text(try Template(line) { values[$0] != nil }))
            } catch {
                throw ProgramFault(
                    spec.name,
                    "has a name without a value at \(file):\(index + 1): "
                        + "`${` is followed by one of \(values.keys.sorted().joined(separator: ", ")) and `}`; "
                        + "`$${` stands for `${` itself")
            }
        }
        return lines.joined(separator: "\n")
    }

    private func write(_ text: String, as name: String) throws(ProgramFault) {
        let file = "\(path)/\(name)"
        let rights = spec.filesArePrivate ? [FileAttributeKey.posixPermissions: 0o600] : nil
        guard FileManager.default.createFile(atPath: file, contents: Data(text.utf8), attributes: rights) else {
            throw ProgramFault(spec.name, "lacks a file: \(file) cannot be written")
        }
    }

    private func text(_ template: Template) -> String {
        template.pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .name(let name): values[name] ?? ""
            }
        }.joined()
    }
}
