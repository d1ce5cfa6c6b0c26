import Loop
import ScenarioLanguage
import ScenarioVocabulary
import Timing

/// A driver with its own socket and clock. The loop reads its lines when they arrive.
extension DriverPerformer {
    /// Starts to process the driver's output.
    package func follow(_ quiescence: QuiescenceMonitor) throws(DriverFault) {
        self.quiescence = quiescence
        try process?.follow(on: loop) { [unowned self] in
            take($0)
        } onEnd: { [unowned self] in
            closed()
        }
        take([])
    }

    /// Requests a response that the driver writes after it has handled all earlier lines.
    package func sync() {
        guard fault == nil, openSync == nil, !isVirtual else { return }
        let id = nextID()
        openSync = id
        write(DriverOrder.sync(id: id))
        loop.schedule(at: loop.now.advanced(by: patience), "the answer of \(name)'s driver") { [weak self] in
            guard let self, openSync == id else { return }
            let rest = lines.rest + (process?.outputAtEnd() ?? [])
            fail(.silence("answer a `sync`", within: patience, rest: rest, last: line))
        }
    }

    /// True when no `sync` is open.
    package var isInSync: Bool { openSync == nil }

    func write(_ line: [UInt8]) {
        guard process?.write(line) == false else { return }
        fail(DriverFault(violation: .silent, text: "does not read: \(DriverLimits.unread) bytes wait for it"))
    }

    private func take(_ bytes: [UInt8]) {
        process?.flush()
        do throws(DriverFault) {
            unhandled += try lines.take(bytes)
            while fault == nil, !unhandled.isEmpty { try handle(unhandled.removeFirst()) }
        } catch {
            fail(error)
        }
    }

    /// Handles the end of the output. The process is most likely ending; the kernel reports that a little later.
    private func closed() {
        guard fault == nil else { return }
        let unfinished = lines.endOfSentence
        loop.schedule(at: loop.now.advanced(by: .milliseconds(100)), "the end of \(name)'s driver") { [weak self] in
            guard let self else { return }
            let end = process?.end() ?? "closed its standard output"
            fail(withQuestion(DriverFault(violation: .died, text: end + unfinished)))
        }
    }
}
