import CProcess
import Foundation
import Glibc
import Loop
package import ScenarioLanguage
import Wire

/// A running program: its process, its output, and the sign that it can be used.
@MainActor
package final class ProgramProcess {
    package let spec: ProgramSpec
    private let folder: ProgramFolder
    private let host: HostAddress
    private var process: pid_t = 0
    private var watch: (loop: EventLoop, id: WatchID, descriptor: Int32)?

    init(_ spec: ProgramSpec, _ folder: ProgramFolder, at host: HostAddress) {
        self.spec = spec
        self.folder = folder
        self.host = host
    }

    /// Writes the program's files and starts it in a network namespace; -1 is the namespace of this process.
    func start(in network: Int32) throws(ProgramFault) {
        try writeFiles()
        let command = folder.command
        cpr_words_clear()
        var number: Int32 = 0
        for word in command where number == 0 { number = cpr_words_add(word) }
        if number == 0 { number = cpr_program_start(folder.path, network, folder.output, &process) }
        guard number == 0 else {
            throw ProgramFault(
                spec.name, "could not be started: `\(command.joined(separator: " "))`", error: number)
        }
    }

    private func writeFiles() throws(ProgramFault) {
        do throws(ProgramFault) {
            try folder.write()
        } catch {
            guard let shortage = Shortage.ofDescriptors() else { throw error }
            throw ProgramFault(spec.name, error.text, error: shortage)
        }
    }

    /// Calls `onEnd` when the program has ended.
    func follow(on loop: EventLoop, onEnd: @escaping @MainActor (ProgramEnd) -> Void) throws(ProgramFault) {
        let descriptor = cpr_program_watch(process)
        guard descriptor >= 0 else { throw ProgramFault(spec.name, "cannot be watched", error: errno) }
        do throws(LoopError) {
            let id = try loop.watch(descriptor: descriptor) { [unowned self] in
                if let end = reap() { onEnd(end) }
            }
            watch = (loop, id, descriptor)
        } catch {
            Glibc.close(descriptor)
            var fault = ProgramFault(spec.name, "cannot be watched: \(error)")
            fault.isShortage = true
            throw fault
        }
    }

    private func reap() -> ProgramEnd? {
        guard process > 0 else { return nil }
        var (status, signal): (Int32, Int32) = (0, 0)
        guard cpr_program_reap(process, &status, &signal) != 0 else { return nil }
        process = 0
        stopWatching()
        return signal == 0 ? .status(Int(status)) : .signal(Int(signal))
    }

    /// True when the sign that the scenario names has been seen.
    var isReady: Bool {
        switch spec.readiness {
        case nil: true
        case .udp(let port): tables("udp").contains { $0.hasUDP(port: port, at: host) }
        case .tcp(let port): tables("tcp").contains { $0.hasTCP(port: port, at: host) }
        case .line(let text): output.contains(text)
        }
    }

    private func tables(_ kind: String) -> [SocketTable] {
        [kind, kind + "6"].compactMap { FileManager.default.contents(atPath: "/proc/\(process)/net/\($0)") }
            .map { SocketTable(String(decoding: $0, as: UTF8.self)) }
    }

    private var output: String {
        String(decoding: FileManager.default.contents(atPath: folder.output) ?? Data(), as: UTF8.self)
    }

    /// The last lines that it wrote.
    package func lastLines(_ count: Int = 10) -> [String] {
        output.split(whereSeparator: \.isNewline).suffix(count).map { String($0) }
    }

    /// Kills the program and everything that it started.
    func kill() {
        stopWatching()
        if process > 0 { cpr_program_kill(process) }
        process = 0
    }

    private func stopWatching() {
        guard let watch else { return }
        watch.loop.unwatch(watch.id)
        Glibc.close(watch.descriptor)
        self.watch = nil
    }
}

/// The way a program ended.
package enum ProgramEnd: Hashable, CustomStringConvertible {
    case status(Int)
    case signal(Int)

    package var description: String {
        switch self {
        case .status(let status): "ended with status \(status)"
        case .signal(let number): "died of signal \(number)"
        }
    }
}
