// The queue by keyboard: j and k go to the next and the previous question, a accepts, r rejects. The keys work only
// while the box above is ticked, and never while something is typed. And labels of tags while one is typed.
const KEPT = "queue-keys";
const box = document.getElementById("keys-on");
const questions = [...document.querySelectorAll(".question")];

function on() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}

document.getElementById("keys").hidden = questions.length === 0;
box.checked = on();
box.addEventListener("change", () => {
  try {
    localStorage.setItem(KEPT, box.checked ? "on" : "off");
  } catch {
    // Where nothing may be kept, the box counts for this page.
  }
});

const here = () => questions.findIndex((each) => each.contains(document.activeElement));

function go(place) {
  const question = questions[Math.min(Math.max(place, 0), questions.length - 1)];
  question?.focus({ preventScroll: true });
  question?.scrollIntoView({ block: "start" });
}

function answer(value) {
  questions[here()]?.querySelector(`button[name="answer"][value="${value}"]`)?.click();
}

const acts = {
  j: () => go(here() + 1),
  k: () => go(here() < 0 ? 0 : here() - 1),
  a: () => answer("accept"),
  r: () => answer("reject"),
};

document.addEventListener("keydown", (event) => {
  const types = event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
  if (!box.checked || types || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
});

// After an answer the address names the question that comes next.
if (location.hash.startsWith("#q-")) document.getElementById(location.hash.slice(1))?.focus();

// --- Labels while one is typed -------------------------------------------------------------------
const labels = document.getElementById("labels");
let waiting;

document.addEventListener("input", ({ target }) => {
  if (!labels || target.getAttribute("list") !== "labels") return;
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const answered = await fetch(`${labels.dataset.names}&term=${encodeURIComponent(target.value)}`);
    if (!answered.ok) return;
    const { results } = await answered.json();
    labels.replaceChildren(...results.map(({ text }) => {
      const [, label, kind] = text.match(/^(.*) \((\w+)\)$/s) ?? [null, text, ""];
      return new Option(text, kind ? `${kind}: ${label}` : label);
    }));
  }, 200);
});
