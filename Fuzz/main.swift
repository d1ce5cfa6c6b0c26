// Fuzzes one parser with libFuzzer: `Fuzz PARSER [OPTION|FOLDER]...`; Scripts/fuzz builds and runs it.

import CFuzzer
import Glibc

/// The function that libFuzzer calls with each input; it also looks for a function of this name when it is linked.
@_cdecl("LLVMFuzzerTestOneInput")
func takeInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // Sound: libFuzzer lends that many bytes for the time of the call.
    Parser.chosen?.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

guard Parser.chosen != nil else {
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
