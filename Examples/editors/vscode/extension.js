// Starts `rollcall debug` as the debug adapter of a scenario.
const vscode = require("vscode");

exports.activate = (context) => {
  const factory = {
    createDebugAdapterDescriptor(session) {
      const { program, seed = 1, command = "rollcall" } = session.configuration;
      const folder = session.workspaceFolder && session.workspaceFolder.uri.fsPath;
      return new vscode.DebugAdapterExecutable(command, ["debug", program, "--seed", String(seed)], { cwd: folder });
    },
  };
  const provider = {
    resolveDebugConfiguration(_folder, configuration) {
      return { type: "rollcall", request: "launch", name: "Scenario", program: "${file}", ...configuration };
    },
  };
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("rollcall", factory),
    vscode.debug.registerDebugConfigurationProvider("rollcall", provider),
  );
};
