internal import CProcess
internal import Glibc

/// A worker process that has just been started, with its supervisor's descriptors.
struct SpawnedWorker {
    /// The reason for which the system starts no process, as an error number.
    struct Failure: Error {
        let number: Int32
    }

    let process: pid_t
    /// The channel for tasks and reports.
    let channel: Int32
    /// The pipe with the worker's output.
    let output: Int32

    /// Starts this program with other arguments.
    init(_ arguments: [String]) throws(Failure) {
        var (ours, theirs) = (Int32(-1), Int32(-1))
        var (reading, writing) = (Int32(-1), Int32(-1))
        var process: pid_t = 0
        var number = cpr_channel(&ours, &theirs)
        if number == 0 { number = cpr_pipe(&reading, &writing) }
        cpr_words_clear()
        for argument in arguments where number == 0 { number = cpr_words_add(argument) }
        if number == 0 { number = cpr_spawn("/proc/self/exe", theirs, writing, &process) }
        close(theirs)
        close(writing)
        guard number == 0 else {
            close(ours)
            close(reading)
            throw Failure(number: number)
        }
        (self.process, channel, output) = (process, ours, reading)
    }
}
