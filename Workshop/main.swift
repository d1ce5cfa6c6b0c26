import Glibc

// workshop cases PATH… --cases FILE [--reasons FILE]: which cases scenarios and tests cover.
// workshop conformance PATH… [--out DIR] [--reasons FILE]: the page of the catalogue, Docs/conformance.md.

let words = Array(CommandLine.arguments.dropFirst())
exit(Workshop.perform(words))
