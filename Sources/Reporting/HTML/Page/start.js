// Connects the page's controls, and shows what its address names.

// The notes on a run are folded away behind their number.
function showNotes() {
  const [first, ...lines] = find("#sums").textContent.split("\n").filter(Boolean);
  const notes = lines.filter((text) => text.startsWith("note: ")).map((text) => text.slice(6));
  if (!notes.length) return;
  find("#sums").replaceChildren(first, element("details", { class: "notes" }, element("summary", {}, notes.length === 1 ? "1 note" : `${notes.length} notes`),
    element("ul", {}, notes.map((text) => element("li", {}, text)))));
}

find("#filter").addEventListener("input", showList);
find(".list").addEventListener("keydown", moveInList);
find("#broken").addEventListener("click", (event) => {
  const button = event.currentTarget;
  button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") === "true" ? "false" : "true");
  showList();
});
find("#side").addEventListener("click", (event) => {
  const isHidden = document.body.classList.toggle("narrow");
  event.currentTarget.setAttribute("aria-pressed", String(!isHidden));
});
find("#theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  if (page.bench && page.bench.overview) page.bench.overview.draw();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  if (event.key === "/") { event.preventDefault(); find("#filter").focus(); }
  if (event.key === "f" && page.bench && page.bench.words) { event.preventDefault(); page.bench.open("timeline"); page.bench.words.focus(); }
});
for (const [name, isPrinting] of [["beforeprint", true], ["afterprint", false]]) {
  addEventListener(name, () => {
    const drawing = page.bench && page.bench.drawing;
    if (!drawing || !drawing.rows) return;
    drawing.isPrinting = isPrinting;
    drawing.draw();
  });
}
showNotes();
addEventListener("hashchange", showDetail);
watchDrops();
document.body.classList.toggle("single", report.scenarios.length === 1 && !page.isLive);
showList();
showDetail();
