package import Wire

/// An outside program with a host of its own.
package struct ProgramSpec: Hashable, Sendable {
    /// The name of its host. A participant with this name is behind the program.
    package var name: String
    /// The program and its arguments.
    package var command: [Template]
    /// The files that are written for it.
    package var files = Files.none
    /// The place of the folder's name; nil without a folder.
    package var folderPlace: Place?
    /// True when only its user may read its files.
    package var filesArePrivate = false
    /// The folder of the scenario's file, with a trailing slash; empty for the current one.
    package var scenarioFolder: String
    /// Its address; nil for the next free one.
    package var address: HostAddress?
    /// The sign that it can be used; nil when it can be at once.
    package var readiness: Readiness?
    /// The time limit of readiness.
    package var readyTimeout = Self.defaultReadyTimeout
    /// True when it may end before the run does, with status 0.
    package var mayEnd = false
    package var place: Place

    package static let defaultReadyTimeout = Duration.seconds(10)

    /// The files of a program; names in them are replaced.
    package enum Files: Hashable, Sendable {
        case none
        /// All files of a folder beside the scenario.
        case folder(String)
        /// The contents of files, by name.
        case texts([File])
    }

    package struct File: Hashable, Sendable {
        package let name: String
        package let text: Template
    }

    /// A sign of a program's readiness.
    package enum Readiness: Hashable, Sendable {
        /// A UDP socket with this port.
        case udp(UInt16)
        /// A TCP socket that listens at this port.
        case tcp(UInt16)
        /// A line of output that contains this text.
        case line(String)
    }
}

extension ProgramSpec {
    /// The names of the program's own values.
    package static let ownNames = ["name", "host", "folder", "scenario"]
    /// The suffix of names for the address of a program, such as `${proxy.host}`.
    package static let hostSuffix = ".host"

    /// Returns true for a name that is allowed in the command and the files of programs.
    package static func isName(_ text: String) -> Bool {
        (text.hasSuffix(hostSuffix) ? String(text.dropLast(hostSuffix.count)) : text).isName
    }
}

extension ProgramSpec.Readiness: CustomStringConvertible {
    package var description: String {
        switch self {
        case .udp(let port): "UDP socket with port \(port)"
        case .tcp(let port): "TCP socket that listens at port \(port)"
        case .line(let text): "line of output with \(text.quoted)"
        }
    }
}

extension Scenario {
    /// Returns the program with a name.
    package func program(_ name: String) -> ProgramSpec? { programs.first { $0.name == name } }
}
