// The page of a folder: the evidence of a run is a script beside it, which calls `deliver`. A page from a file may load
// scripts, but may not request files.
const scripts = JSON.parse(find("#scripts").textContent);
const arrivals = new Map();
const arrivedBlocks = new Map();

function deliver(index, text) {
  const arrival = arrivals.get(index);
  if (arrival) arrival.take(parsed(text));
}

// Loads the script of a run; a run that is chosen again meanwhile waits for the same one.
function arrive(index) {
  if (arrivals.has(index)) return arrivals.get(index).promise;
  const arrival = {};
  arrivals.set(index, arrival);
  const src = `runs/${scripts[index]}`;
  arrival.promise = new Promise((take, fail) => {
    arrival.take = take;
    const refuse = () => fail(new Error(`${src} cannot be read. This page needs the folder runs beside it, as --report html=FOLDER/ wrote both.`));
    arrival.script = element("script", { src, onload: refuse, onerror: refuse });
    document.body.append(arrival.script);
  }).finally(() => {
    arrival.script.remove();
    arrivals.delete(index);
  });
  return arrival.promise;
}

Object.assign(page, {
  async load(index) {
    if (!page.hasRun(index)) return { absence: leftOut };
    const { run, blocks } = await arrive(index);
    arrivedBlocks.set(index, blocks);
    return run || {};
  },
  hasRun(index) { return typeof scripts[index] === "string"; },
  blocks(index) { return arrivedBlocks.get(index); },
});
