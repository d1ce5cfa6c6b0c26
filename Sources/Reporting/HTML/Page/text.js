"use strict";

// Values, packets and instants as short texts.

function host(address) { return String(address).replace(/:\d+$/, ""); }

function show(value) {
  if (value === null || value === undefined || value === "") return "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function clock(seconds) { return `${seconds.toFixed(3)} s`; }

function isMedia(packet) { return packet.kind === "rtp" || packet.kind === "rtcp"; }

function isEmptyMessage(packet) { return packet.coap !== undefined && packet.coap.code === "0.00"; }

function isRepeated(packet, entry) {
  const message = packet.coap || packet.sip;
  return entry.fate === "duplicated" || (message !== undefined && (message.retransmissionOf !== undefined || message.copyOf !== undefined));
}

// A SIP message in a few words: its method and URI, or its status.
function describeSIP(sip) {
  return (sip.status === undefined ? [sip.method, sip.uri] : [sip.status, sip.reason]).filter(Boolean).join(" ") || sip.is;
}

// A packet in a few words: its request, its response, or its events.
function describe(packet) {
  if (packet.sip) return describeSIP(packet.sip);
  const coap = packet.coap;
  if (!coap) return (packet.kind || "").toUpperCase();
  if (coap.events) return coap.events.join(", ");
  if (isEmptyMessage(packet)) return `empty ${coap.type || "message"}`;
  if (coap.is === "request") return `${coap.method || coap.code} ${inShort(coap.path || "")}`;
  return [coap.code, coap.status].filter(Boolean).join(" ");
}

// A summary of the journal without message type and number, and without the path of a response.
function brief(summary) {
  const events = /\[(.*)\]$/.exec(summary);
  if (events) return events[1];
  return inShort(summary).replace(/^(CON|NON|ACK|RST) \d+ ?/, "").replace(/^(\d\.\d\d [A-Z][^/]*?) \/.*/, "$1") || summary;
}

// Every path of a call begins with the call, and long identifiers differ in their beginning.
function inShort(text) {
  return text.replace(/\/video\/call\/[^/ ]+\/[^/ ]+(\/?)/, (path, more) => more ? "…/" : "call").replace(/\b([0-9a-f]{6})[0-9a-f]{18}\b/g, "$1…")
    .replace(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, "$1…");
}

// A body in the notation of CBOR or JSON, with an indented line for each part of a long list or map.
function indented(text, widest = 60) {
  let depth = 0;
  let result = "";
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place];
    if (sign === "\"" || sign === "'") {
      const end = endOfString(text, place);
      result += text.slice(place, end + 1);
      place = end;
    } else if ("{[".includes(sign)) {
      const end = endOfGroup(text, place);
      if (end - place <= widest) { result += text.slice(place, end + 1); place = end; } else result += sign + line(depth += 1);
    } else if ("}]".includes(sign)) result += line(depth = Math.max(0, depth - 1)) + sign;
    else if (sign === ",") { result += `,${line(depth)}`; while (text[place + 1] === " ") place += 1; } else result += sign;
  }
  return result;
}

function line(depth) { return `\n${"  ".repeat(depth)}`; }

function endOfString(text, start) {
  for (let place = start + 1; place < text.length; place += 1) {
    if (text[place] === "\\") place += 1; else if (text[place] === text[start]) return place;
  }
  return text.length - 1;
}

function endOfGroup(text, start) {
  let depth = 0;
  for (let place = start; place < text.length; place += 1) {
    if (text[place] === "\"" || text[place] === "'") place = endOfString(text, place);
    else if ("{[".includes(text[place])) depth += 1;
    else if ("}]".includes(text[place]) && (depth -= 1) === 0) return place;
  }
  return text.length;
}

function shorten(text, width) {
  const most = Math.max(3, Math.floor(width / 6.7));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

// A run that was killed within a line leaves half a line, which must not stop the page.
function parsed(text) {
  try { return JSON.parse(text); } catch { return {}; }
}

const find = (selector) => document.querySelector(selector);

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value); else if (value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

function node(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
