internal import Glibc
internal import Loop

// mutant-runner [--bare] PATH…
//
// Reads scenarios once, prints their ids, their files and the mutants that this reached, and then performs the orders in
// the lines of the standard input. Each run is in a process that is forked for it, so that a crash ends nothing else.
//
//   warm SCENARIO…                 runs these without a mutant and in this process: later runs need less time, and
//                                  find computed what is computed once
//   reach SCENARIO                 runs one, and prints its verdict, its milliseconds, 1 when it left nothing behind, and
//                                  the mutants that it reaches
//   judge MUTANT SCENARIO:LIMIT…   runs these with a mutant until one does not pass, each for so many milliseconds at
//                                  most, and prints how many passed and the verdict on the next one
//   together SCENARIO:LIMIT MUTANT…   runs one with all these mutants, and prints the verdict and those not reached

EventLoop.install()
MainActor.assumeIsolated {
    let words = CommandLine.arguments.dropFirst()
    let paths = words.filter { $0 != "--bare" }
    guard !paths.isEmpty, let runner = MutantRunner(paths: paths, isBare: paths.count < words.count) else { exit(64) }
    runner.performOrders()
}
