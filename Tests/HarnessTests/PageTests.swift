import Foundation
import ProgramTesting
import Testing

/// The HTML report, as a browser shows it.
@Suite(.enabled(if: Browser.isThere, "Scripts/setup tests installs chromium")) struct PageTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        let host = try Program("TrapHost", in: folder)
        try folder.writeScenario("A-1", to: "a.yaml")
        try folder.writeScenario("B-1", expecting: "reconnecting", to: "b.yaml")
        let outcome = try host.run("run", "a.yaml", "b.yaml", "--report", "html=report.html")
        try #require(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    }

    @Test func `the failing scenario is the first of the list, and one click away`() throws {
        let seen = try Browser.ask(
            """
            document.querySelector("#scenarios button").click();
            await settled();
            return [document.querySelector(".detail h2").textContent, document.querySelector(".failure p").textContent,
              document.querySelector(".row.broken").textContent, document.querySelectorAll("line.arrow").length > 10,
              document.querySelectorAll("#scenarios button").length];
            """, of: folder.url.appendingPathComponent("report.html"), in: folder)
        #expect(seen.contains("failed B-1: "))
        #expect(seen.contains("callingState was not as expected"))
        #expect(seen.contains("reconnecting"))
        #expect(seen.hasSuffix("|true|2"))
    }

    @Test func `a change of state leads to the datagram that caused it, by mouse and by keyboard`() throws {
        let seen = try Browser.ask(
            """
            location.hash = "A-1";
            await settled();
            const change = drawing.rows.find((item) => item.kind === "state" && item.cause);
            drawing.reveal(change);
            document.querySelector(".panel button").click();
            const byMouse = drawing.chosen.number === change.cause;
            drawing.reveal(change);
            document.querySelector(".scroller").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
            const decoded = JSON.parse(document.querySelector(".panel pre").textContent);
            return [byMouse, drawing.chosen.number === change.cause, decoded.messageID >= 0];
            """, of: folder.url.appendingPathComponent("report.html"), in: folder)
        #expect(seen == "true|true|true")
    }

    @Test func `the process that crashes ends its bar, and the next one begins anew`() throws {
        let crash = """
            id: C-1
            name: Bob crashes in the call
            participants: [alice, bob]
            steps:
              - alice: ring
                call: default:standup
                members: [bob]
              - bob: accept
              - wait: 1s
              - bob: crash
              - wait: 1s
              - bob: restart

            """
        try folder.write(crash, to: "c.yaml")
        let outcome = try Program("TrapHost", in: folder).run("run", "c.yaml", "--report", "html=crash.html")
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let seen = try Browser.ask(
            """
            const lane = drawing.timeline.laneOfName.get("bob");
            const own = drawing.timeline.spans.filter((span) => span.lane === lane);
            drawing.reveal(own.find((span) => span.isGone).from);
            await settled();
            return [...own.map((span) => `${span.state} to ${span.to ? span.to.entry.text || span.to.entry.to : "the end"}`),
              document.querySelectorAll("line.gone").length];
            """, of: folder.url.appendingPathComponent("crash.html"), in: folder)
        #expect(
            seen == "incoming to joining|joining to inCall|inCall to crash|gone to restart|idle to the end|1")
    }

    @Test func `keys go through the list, into the timeline, along it, and back`() throws {
        let seen = try Browser.ask(
            """
            const key = (name) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
            const buttons = document.querySelectorAll("#scenarios button");
            buttons[0].focus();
            key("ArrowDown");
            const second = document.activeElement === buttons[1];
            key("Home");
            document.activeElement.click();
            await settled();
            const isInside = document.activeElement.className;
            key("End");
            const last = drawing.chosen === drawing.rows[drawing.rows.length - 1];
            key("ArrowUp");
            const before = drawing.chosen === drawing.rows[drawing.rows.length - 2];
            key("Escape");
            key("Escape");
            return [second, isInside, last, before, document.activeElement === buttons[0]];
            """, of: folder.url.appendingPathComponent("report.html"), in: folder)
        #expect(seen == "true|scroller|true|true|true")
    }

    @Test func `filter and verdicts choose from the list`() throws {
        let seen = try Browser.ask(
            """
            const shown = () => [...document.querySelectorAll("#scenarios .id")].map((one) => one.textContent).join(",");
            const all = shown();
            const filter = document.querySelector("#filter");
            filter.value = "a-1";
            filter.dispatchEvent(new Event("input"));
            const one = shown();
            filter.value = "";
            filter.dispatchEvent(new Event("input"));
            document.querySelector("#broken").click();
            return [all, one, shown()];
            """, of: folder.url.appendingPathComponent("report.html"), in: folder)
        #expect(seen == "B-1,A-1|A-1|B-1")
    }
}

/// Debian's Chromium without a window.
enum Browser {
    private static let program = URL(fileURLWithPath: "/usr/bin/chromium")

    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: program.path) }

    /// Opens a page, runs a program's lines in it, and gives what they return, with `|` between the parts; an error of
    /// the page or of the lines is given in their place.
    static func ask(_ lines: String, of page: URL, in folder: Folder) throws -> String {
        let probe = """
            <script>
            const pause = () => new Promise((done) => setTimeout(done, 50));
            // The page draws in frames of real time, and these pauses pass in virtual time: all may pass before any frame.
            const settled = async () => {
              for (let count = 0; count < 40; count++) await pause();
              if (drawing.isAwaited && drawing.rows) drawing.draw();
            };
            let broken = null;
            addEventListener("error", (event) => { broken = event.message; });
            addEventListener("load", async () => {
              let answer;
              try { answer = (await (async () => { \(lines) })()).join("|"); } catch (error) { answer = `error: ${error}`; }
              document.documentElement.dataset.answer = broken === null ? answer : `error: ${broken}`;
            });
            </script></body>
            """
        let text = try String(contentsOf: page, encoding: .utf8)
        let end = try #require(text.range(of: "</body>", options: .backwards))
        let asked = folder.url.appendingPathComponent("asked.html")
        try text.replacingCharacters(in: end, with: probe).write(to: asked, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = program
        process.arguments = [
            "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1200,900", "--virtual-time-budget=20000",
            "--user-data-dir=\(folder.path)/profile", "--dump-dom", asked.absoluteString,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let page = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let start = try #require(page.range(of: "data-answer=\""), "the page did not come to an end")
        return String(page[start.upperBound...].prefix { $0 != "\"" })
    }
}
