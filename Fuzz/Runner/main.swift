// Fuzzes one parser with libFuzzer: `Fuzz PARSER [OPTION|FOLDER]...`; Scripts/fuzz builds and runs it.

import CFuzzer
import FuzzTargets
import Glibc

/// The parser that the command line names.
let chosen = CommandLine.arguments.dropFirst().first.flatMap { Parser(rawValue: $0) }

/// The function that libFuzzer calls with each input; it also looks for a function of this name when it is linked.
@_cdecl("LLVMFuzzerTestOneInput")
func takeInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Sound: libFuzzer lends that many bytes for the time of the call.
    chosen?.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

guard chosen != nil else {
    print("usage: Fuzz PARSER [OPTION|FOLDER]...\nparsers: \(Parser.allCases.map(\.rawValue).joined(separator: " "))")
    exit(64)
}
let words = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
var count = CInt(words.count)
var pointers = words.map { strdup($0) } + [nil]
let status = pointers.withUnsafeMutableBufferPointer { buffer in
    var start = buffer.baseAddress
    return LLVMFuzzerRunDriver(&count, &start) { takeInput($0, $1) }
}
exit(status)
