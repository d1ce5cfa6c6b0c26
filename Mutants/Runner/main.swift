internal import Glibc
internal import Loop

// mutant-runner FOLDER [--bare]
//
// Reads the scenarios of a folder once, prints their ids, and then obeys lines on the standard input. Each run is in a
// process that is forked for it, so that a crash ends nothing else.
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
    let words = CommandLine.arguments
    guard words.count == 2 || words.dropFirst(2) == ["--bare"],
        let runner = MutantRunner(folder: words[1], isBare: words.count == 3)
    else { exit(64) }
    runner.obey()
}
