import Foundation
import Journal
import ProgramTesting
import Testing

/// The configurations of `Examples/editors`: what they start is the debugger.
@Suite struct EditorTests {
    private let folder: Folder
    private let rollcall: Program

    private static let editors = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Examples/editors")

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
        try folder.writeScenario("A-1", to: "a.yaml")
    }

    /// Runs a command line with `rollcall` in the path, and a request to end as its input.
    private func debug(_ words: [String]) throws -> Program.Outcome {
        #expect(words.first == "rollcall")
        let body = #"{"seq":1,"type":"request","command":"disconnect"}"#
        try folder.write("Content-Length: \(body.utf8.count)\r\n\r\n\(body)", to: "input")
        let line = words.dropFirst().map { "'\($0)'" }.joined(separator: " ")
        return try Program(at: "/bin/sh", in: folder)
            .run(["-c", "$R \(line) < input"], environment: ["R": rollcall.path.path])
    }

    @Test func `the extension for Visual Studio Code starts the debugger of the open scenario`() throws {
        try folder.write(
            """
            const Module = require("module");
            const load = Module._load;
            let factory, provider;
            const vscode = {
              DebugAdapterExecutable: class { constructor(command, words, options) { Object.assign(this, { command, words, options }); } },
              debug: {
                registerDebugAdapterDescriptorFactory: (type, one) => { factory = one; return type; },
                registerDebugConfigurationProvider: (type, one) => { provider = one; return type; },
              },
            };
            Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
            const manifest = require(process.argv[2] + "/package.json");
            const context = { subscriptions: [] };
            require(process.argv[2] + "/" + manifest.main).activate(context);
            const [type] = manifest.contributes.debuggers;
            const configuration = provider.resolveDebugConfiguration(undefined, { seed: 7 });
            configuration.program = configuration.program.replace("${file}", "a.yaml");
            const made = factory.createDebugAdapterDescriptor({ configuration, workspaceFolder: { uri: { fsPath: "/w" } } });
            console.log(JSON.stringify([context.subscriptions, type.type, configuration.type, made.options.cwd]));
            console.log(JSON.stringify([made.command, ...made.words]));
            """, to: "load.js")
        let node = try Program(at: "/usr/bin/env", in: folder).run(
            ["node", "load.js", Self.editors.appendingPathComponent("vscode").path])
        let lines = node.output.split(separator: "\n").map(String.init)
        #expect(lines.first == #"[["rollcall","rollcall"],"rollcall","rollcall","/w"]"#, "\(node.errors)")
        let words = try JSON(parsing: Array(lines.last?.utf8 ?? "[]".utf8)).elements?.compactMap(\.text) ?? []
        #expect(words == ["rollcall", "debug", "a.yaml", "--seed", "7"])
        let outcome = try debug(words)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("Content-Length: "), "\(outcome.errors)")
    }

    @Test func `the configuration for Neovim starts the debugger of the open scenario`() throws {
        let page = try String(contentsOf: Self.editors.appendingPathComponent("README.md"), encoding: .utf8)
        let block = try #require(page.firstMatch(of: /```lua\n((?s).*?)```/)).output.1
        try folder.write(String(block), to: "rollcall.lua")
        try folder.write(
            """
            local dap = { adapters = {}, configurations = {} }
            package.preload["dap"] = function() return dap end
            dofile("rollcall.lua")
            local configuration = dap.configurations.yaml[1]
            configuration.program = configuration.program:gsub("%${file}", "a.yaml")
            assert(configuration.request == "launch")
            dap.adapters[configuration.type](function(adapter)
              assert(adapter.type == "executable")
              print(adapter.command .. " " .. table.concat(adapter.args, " "))
            end, configuration)
            """, to: "load.lua")
        let lua = try Program(at: "/usr/bin/env", in: folder).run(["lua5.4", "load.lua"])
        #expect(lua.output == "rollcall debug a.yaml --seed 1\n", "\(lua.errors)")
        let outcome = try debug(lua.output.split(whereSeparator: \.isWhitespace).map(String.init))
        #expect(outcome.status == 0 && outcome.output.hasPrefix("Content-Length: "), "\(outcome.errors)")
    }
}
