// Runs a capture in a process of one thread, as a worker does, and prints what came of it, a `key=value` a line.
//
//     CaptureProbe [without-namespaces|without-privilege] MODE FILE WHAT COUNT
//
// `without-namespaces` keeps the right to capture but takes away that to a network of its own; `without-privilege`
// takes both. WHAT is one of the cases of `Traffic`.

import Capture
import Glibc

var arguments = Array(CommandLine.arguments.dropFirst())
if let first = arguments.first, let restriction = Restriction(rawValue: first) {
    arguments.removeFirst()
    restriction.impose(then: arguments)
}
guard arguments.count == 4, let mode = CaptureMode(rawValue: arguments[0]),
    let traffic = Traffic(rawValue: arguments[2]), let count = Int(arguments[3])
else {
    print("usage: CaptureProbe [without-namespaces|without-privilege] MODE FILE WHAT COUNT")
    exit(64)
}
do {
    let environment = try CaptureEnvironment.prepare(mode)
    let tap = CaptureTap()
    if traffic == .second {
        let first = try CaptureSession(environment: environment, file: arguments[1], tap: tap)
        let totals = try Traffic.overflow.run(10 * CaptureSession.ringCapacity, into: first)
        print("first dropped=\(totals.dropped)")
        try Traffic.strayOne()
    }
    let session = try CaptureSession(
        environment: environment, file: arguments[1], keepsKernelTime: traffic == .realTime,
        sourcePorts: [40_001...45_683],
        tap: tap)
    print("kind=\(session.kind.rawValue)")
    print("own=\(environment.hasOwnNetwork)")
    print("note=\(session.note ?? "")")
    let totals = try traffic.run(count, into: session)
    print("sent=\(totals.sent)")
    print("captured=\(totals.captured)")
    print("foreign=\(totals.foreign)")
    print("cut=\(totals.cut)")
    print("dropped=\(totals.dropped)")
    print("digest=\(totals.payloadDigest)")
    print("mismatch=\(totals.mismatch ?? "")")
} catch {
    print("error=\(error)")
    exit(2)
}
