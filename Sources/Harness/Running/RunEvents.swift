internal import Journal
internal import Reporting

/// The events of a run as JSON objects, a line each, for programs that follow it.
enum RunEvents {
    /// A run of a scenario has begun.
    static func began(_ id: String, seed: UInt64) -> String {
        line("began") { json in
            json.field("id", id)
            json.field("seed", seed)
        }
    }

    /// A scenario has its verdict.
    static func judged(_ verdict: Verdict, ended: Int, of count: Int) -> String {
        line("verdict") { json in
            json.field("ended", ended)
            json.field("of", count)
            json.key("verdict")
            json.raw(verdict.json)
        }
    }

    /// All scenarios have ended, or will not run.
    static func finished(_ result: RunResult) -> String {
        line("finished") { json in
            json.field("selected", result.totals.selected)
            json.field("notRun", result.totals.notRun)
            json.field("wallSeconds", seconds: result.wallSeconds)
        }
    }

    private static func line(_ kind: String, _ write: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.openObject()
        json.field("kind", kind)
        write(&json)
        json.closeObject()
        json.newline()
        return String(decoding: json.takeBytes(), as: UTF8.self)
    }
}
