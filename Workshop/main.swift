import Glibc

// workshop cases PATH… --cases FILE [--reasons FILE]: which cases scenarios and tests cover.
// workshop conformance PATH… [--out DIR] [--reasons FILE]: the page of the catalogue, Docs/conformance.md.
// workshop events DIR: the Swift files of the coordinator's events, from events.yaml.
// workshop lines FILE --reasons FILE: the lines that no scenario reaches, from a tracefile of lcov's.

let words = Array(CommandLine.arguments.dropFirst())
exit(Workshop.perform(words))
