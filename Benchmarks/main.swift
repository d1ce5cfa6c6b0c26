import Capture
import Loop

// Must come first: namespaces are entered before any thread starts, and executors are replaced before any task runs.
let ground = try CaptureEnvironment.prepare(.auto)
EventLoop.install()

print("capture: \(ground.kind.rawValue)")
for benchmark in Benchmark.all where CommandLine.arguments.count < 2 || CommandLine.arguments.contains(benchmark.name) {
    benchmark.measure(ground)
}
