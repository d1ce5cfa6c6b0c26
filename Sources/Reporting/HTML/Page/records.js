// Recorded runs from the disk, to compare with: a journal, a capsule (a CBOR map, RFC 8949), or the folder of a run.
const largestRecord = 2 ** 29;
const textOf = (bytes) => new TextDecoder().decode(bytes);

// The entries of a journal; of a run that was killed, the last line may be half.
function entriesOf(text) { return text.split("\n").filter(Boolean).map(parsed).filter((entry) => entry.kind); }

// The type and the number of an item at a place, and the place after both.
function itemHead(bytes, place) {
  const ends = () => new Error(`it ends at byte ${bytes.length}, within an item`);
  if (place >= bytes.length) throw ends();
  const [type, info] = [bytes[place] >> 5, bytes[place] & 31];
  if (info > 27) throw new Error(`the item at byte ${place} has no length`);
  const next = place + 1 + (info < 24 ? 0 : 2 ** (info - 24));
  if (next > bytes.length) throw ends();
  const number = info < 24 ? info : bytes.subarray(place + 1, next).reduce((sum, byte) => sum * 256 + byte, 0);
  if ((type === 2 || type === 3) && next + number > bytes.length) throw ends();
  return { type, number, next };
}

// An item of CBOR and the place after it; numbers that are no whole ones are not read.
function readItem(bytes, place, depth = 0) {
  const { type, number, next } = itemHead(bytes, place);
  if (depth > 4) throw new Error(`the item at byte ${place} is nested too deep`);
  if (type === 0 || type === 1) return { value: type === 0 ? number : -1 - number, next };
  if (type === 2 || type === 3) {
    const part = bytes.subarray(next, next + number);
    return { value: type === 2 ? part : textOf(part), next: next + number };
  }
  if (type === 6) return readItem(bytes, next, depth + 1);
  if (type === 7) return { value: null, next };
  const items = [];
  let end = next;
  for (let left = type === 5 ? 2 * number : number; left > 0; left -= 1) {
    const item = readItem(bytes, end, depth + 1);
    items.push(item.value);
    end = item.next;
  }
  return { value: type === 4 ? items : new Map(items.flatMap((key, index) => index % 2 ? [] : [[key, items[index + 1]]])), next: end };
}

// The run of a capsule. One that holds no journal, or is damaged, is named with the command that helps.
function capsuleRun(bytes, name) {
  const shown = `\`rollcall inspect ${name}\` says more.`;
  if (!bytes.length || bytes[0] >> 5 !== 5) throw new Error(`${name} is neither a journal nor a capsule. ${shown}`);
  let capsule;
  try { capsule = readItem(bytes, 0).value; } catch (error) { throw new Error(`${name} is a damaged capsule: ${error.message}. ${shown}`); }
  if (capsule.get("rollcallCapsule") !== 1) throw new Error(`${name} is not a capsule that this page can read. ${shown}`);
  const [id, journal, scenario] = ["id", "journal", "scenario"].map((key) => capsule.get(key));
  const entries = journal instanceof Uint8Array ? entriesOf(textOf(journal)) : [];
  if (!entries.length) {
    throw new Error(`${name} holds no journal. Run it again with \`rollcall replay ${name}\`, and choose .rollcall/.replay/${id}/journal.ndjson.`);
  }
  return { journal: entries, source: scenario instanceof Uint8Array ? textOf(scenario) : undefined };
}

// The file among several that records a run, first that of the scenario with an id.
function recordAmong(files, id) {
  const pathOf = (file) => `/${file.webkitRelativePath || file.name}`;
  const ranks = [(path) => path.endsWith(`/${id}/journal.ndjson`), (path) => path.endsWith("/journal.ndjson"),
    (path) => path.endsWith(".ndjson"), (path) => path.endsWith(".rollcall")];
  for (const isRecord of ranks) {
    const file = files.find((one) => isRecord(pathOf(one)));
    if (file) return file;
  }
  if (files.length === 1) return files[0];
  throw new Error(files.length ? "None of these files is a journal.ndjson or a capsule.rollcall." : "This folder has no files.");
}

// The run that files record, and its name.
async function recordedRun(files, id) {
  const file = recordAmong(files, id);
  const name = file.webkitRelativePath || file.name;
  if (file.size > largestRecord) throw new Error(`${name} has ${file.size} bytes, and a page reads ${largestRecord} at most.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] !== 0x7B) return { name, run: capsuleRun(bytes, name) };
  const journal = entriesOf(textOf(bytes));
  if (!journal.length) throw new Error(`${name} has no entry of a journal.`);
  return { name, run: { journal } };
}

// The files that were dropped, also those of a dropped folder.
async function droppedFiles(transfer) {
  const plain = [...transfer.files];
  // Entries can be asked for before the first wait only.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry && item.webkitGetAsEntry());
  const files = [];
  for (const [index, entry] of entries.entries()) {
    if (entry && entry.isDirectory) files.push(...await filesIn(entry)); else if (plain[index]) files.push(plain[index]);
  }
  return files;
}

async function filesIn(folder) {
  try {
    const entries = await new Promise((done, fail) => folder.createReader().readEntries(done, fail));
    return await Promise.all(entries.filter((entry) => entry.isFile).map((entry) => new Promise((done, fail) => entry.file(done, fail))));
  } catch {
    throw new Error(`This browser does not show the files of the folder ${folder.name} to a page. Drop its journal.ndjson, or choose the folder under Compare.`);
  }
}

function say(text) { find("#said").textContent = text; find("#said").hidden = !text; }

// A dropped record is compared with the run that is shown.
async function takeDrop(event) {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const bench = page.bench;
  if (!bench || !bench.takeRecord) { say("Choose a scenario first: the dropped run is compared with it."); return; }
  await bench.takeRecord(droppedFiles(event.dataTransfer));
}

function watchDrops() {
  const isOfFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  addEventListener("dragover", (event) => { if (isOfFiles(event)) { event.preventDefault(); document.body.classList.add("dropping"); } });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
  addEventListener("drop", (event) => { if (isOfFiles(event)) takeDrop(event); });
}
