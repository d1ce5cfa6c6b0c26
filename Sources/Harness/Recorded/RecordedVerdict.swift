internal import Journal

/// The reason that bytes are not a verdict.
struct VerdictError: Error, CustomStringConvertible {
    let description: String
}

extension Verdict {
    /// Decodes the bytes of `verdict.json`.
    init(reading bytes: [UInt8]) throws(VerdictError) {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: bytes)
        } catch {
            throw VerdictError(description: "it is not the JSON of a verdict: \(error)")
        }
        guard let verdict = Verdict(json) else {
            let key = Verdict.wrongKey(in: json) ?? "verdict"
            throw VerdictError(description: "`\(key)` of the verdict is missing or wrong")
        }
        self = verdict
    }
}

extension RunFolder {
    /// Returns the verdict in the folder; nil without one. Throws when the file cannot be read or is damaged.
    func recordedVerdict() throws(FileError) -> Verdict? {
        guard FileStore.exists(verdict) else { return nil }
        let bytes = try FileStore.readWhole(verdict)
        do throws(VerdictError) {
            return try Verdict(reading: bytes)
        } catch {
            throw FileError(path: verdict, doing: "read", number: 0, reason: "\(error)")
        }
    }

    /// Returns the verdict in the folder; nil without a readable one.
    func readVerdict() -> Verdict? { (try? recordedVerdict()) ?? nil }
}
