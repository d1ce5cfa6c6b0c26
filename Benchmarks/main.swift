import Capture
import Loop

// `--once NAME ROUND` measures in this process; all else starts a process for each round of each benchmark, because
// memory that an earlier benchmark has freed would be counted as none.
let words = Array(CommandLine.arguments.dropFirst())
if words.first == "--once", words.count == 3, let round = Int(words[2]),
    let benchmark = Benchmark.all.first(where: { $0.name == words[1] })
{
    // Must come first: namespaces are entered before any thread starts, and executors are replaced before any task runs.
    let environment = try CaptureEnvironment.prepare(.auto)
    EventLoop.install()
    print("figure \(try benchmark.figure(environment, round: round))")
} else {
    try Table.print(words)
}
