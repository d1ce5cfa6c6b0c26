internal import Foundation
internal import FoundationXML
internal import Journal
public import Reporting

/// The report in JUnit's XML: a suite for each folder of scenarios, a case for each scenario.
public enum JUnitReport {
    /// The report as the bytes of a file.
    public static func bytes(of result: RunResult) -> [UInt8] {
        let root = XMLElement(name: "testsuites")
        root.set("name", "rollcall \(result.version)")
        count(result.verdicts, on: root)
        root.set("time", seconds(result.wallSeconds))
        for folder in folders(of: result.verdicts) { root.addChild(suite(folder.name, folder.verdicts)) }
        let document = XMLDocument(rootElement: root)
        document.version = "1.0"
        document.characterEncoding = "UTF-8"
        return Array(document.xmlData(options: [.nodePrettyPrint])) + [UInt8(ascii: "\n")]
    }

    /// The verdicts by folder, both in the order of the run.
    private static func folders(of verdicts: [Verdict]) -> [(name: String, verdicts: [Verdict])] {
        var folders: [(name: String, verdicts: [Verdict])] = []
        var positions: [String: Int] = [:]
        for verdict in verdicts {
            let end = verdict.file.lastIndex(of: "/")
            let name = end.map { String(verdict.file[..<$0]) } ?? "."
            let position = positions[name] ?? folders.count
            if position == folders.count { folders.append((name, [])) }
            positions[name] = position
            folders[position].verdicts.append(verdict)
        }
        return folders
    }

    private static func suite(_ name: String, _ verdicts: [Verdict]) -> XMLElement {
        let suite = XMLElement(name: "testsuite")
        suite.set("name", name)
        count(verdicts, on: suite)
        suite.set("time", seconds(verdicts.reduce(0) { $0 + $1.wallSeconds }))
        for verdict in verdicts { suite.addChild(testCase(verdict, in: name)) }
        return suite
    }

    private static func count(_ verdicts: [Verdict], on element: XMLElement) {
        let failures = verdicts.count { $0.kind == .failed }
        let errors = verdicts.count { $0.kind != .failed && $0.kind.isBad }
        element.set("tests", "\(verdicts.count)")
        element.set("failures", "\(failures)")
        element.set("errors", "\(errors)")
        element.set("skipped", "\(verdicts.count { $0.kind == .unsupported })")
    }

    private static func testCase(_ verdict: Verdict, in folder: String) -> XMLElement {
        let element = XMLElement(name: "testcase")
        element.set("name", "\(verdict.id): \(verdict.name)")
        element.set("classname", folder.split(separator: "/").joined(separator: "."))
        element.set("file", verdict.failure?.file ?? verdict.file)
        if let line = verdict.failure?.line ?? verdict.line { element.set("line", "\(line)") }
        element.set("time", seconds(verdict.wallSeconds))
        element.addChild(properties(of: verdict))
        guard let failure = verdict.failure else { return element }
        guard verdict.kind.isBad else {
            let skipped = XMLElement(name: "skipped")
            skipped.set("message", "unsupported: \(failure.reason)")
            element.addChild(skipped)
            return element
        }
        let outcome = XMLElement(name: verdict.kind == .failed ? "failure" : "error")
        outcome.set("type", verdict.kind.rawValue)
        outcome.set("message", failure.reason)
        outcome.stringValue = ConsoleReport.details(of: verdict).writable
        element.addChild(outcome)
        if !failure.output.isEmpty {
            let output = XMLElement(name: "system-out")
            output.stringValue = failure.output.joined(separator: "\n").writable
            element.addChild(output)
        }
        return element
    }

    private static func properties(of verdict: Verdict) -> XMLElement {
        let element = XMLElement(name: "properties")
        let values = [
            ("seed", "\(verdict.seed)"), ("virtualSeconds", seconds(verdict.virtualSeconds)),
            ("datagrams", "\(verdict.datagramsSent)"), ("capture", verdict.capture),
        ]
        for (name, value) in values + verdict.covers.map({ ("covers", $0) }) {
            let property = XMLElement(name: "property")
            property.set("name", name)
            property.set("value", value)
            element.addChild(property)
        }
        return element
    }

    private static func seconds(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "0" }
        let milliseconds = Int((value * 1000).rounded())
        let fraction = String(1000 + milliseconds.magnitude % 1000).dropFirst()
        return "\(milliseconds < 0 ? "-" : "")\(milliseconds.magnitude / 1000).\(fraction)"
    }
}

extension XMLElement {
    fileprivate func set(_ name: String, _ value: String) {
        guard let attribute = XMLNode.attribute(withName: name, stringValue: value.writable) as? XMLNode else { return }
        addAttribute(attribute)
    }
}

extension String {
    /// The text with a stand-in for every character that XML 1.0 cannot hold (section 2.2), which FoundationXML lets by.
    fileprivate var writable: String {
        var result = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x9, 0xA, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: result.append(scalar)
            default: result.append("\u{FFFD}")
            }
        }
        return String(result)
    }
}
