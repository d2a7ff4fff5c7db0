// A reading list without reloads: papers are dragged, or moved by keys, and a state is stored when it is chosen. All
// of it sends the forms that stand on the page, and puts the part of the answer in place of the present one.
const status = document.getElementById("status");
const part = () => document.getElementById("papers");
const items = () => [...part().querySelectorAll(".item")];
let drag = null;

function say(words, aloud = false) {
  status.textContent = words;
  status.className = aloud ? "alert" : "vh";
}

async function send(values, focus) {
  const form = document.getElementById("act");
  const body = new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, ...values });
  part().classList.add("busy");
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    if (!answer.ok) throw new Error(answer.status);
    show(new DOMParser().parseFromString(await answer.text(), "text/html"), focus);
  } catch {
    part().classList.remove("busy");
    say("That could not be stored. Load the page again and try once more.", true);
  }
}

function show(answer, focus) {
  const said = answer.querySelector(".messages");
  part().replaceWith(document.adoptNode(answer.getElementById("papers")));
  prepare();
  document.getElementById(focus)?.focus({ preventScroll: true });
  const wrong = said?.querySelector(".error, .warning");
  say((wrong ?? said)?.textContent.trim() ?? "", Boolean(wrong));
}

// The handles that scripts bring along.
function prepare() {
  for (const item of items()) {
    const grip = document.createElement("button");
    Object.assign(grip, { type: "button", className: "grip", id: `grip-${item.dataset.key}`, textContent: "⠿" });
    const heading = item.querySelector("h3").textContent.trim();
    grip.setAttribute("aria-label", `Move ${heading}: drag, or press Alt and an arrow key`);
    item.querySelector(".place").prepend(grip);
  }
}

const move = (item, to, under) =>
  send({ act: "move", papers: item.dataset.key, to, ...(under === undefined ? {} : { under }) }, `grip-${item.dataset.key}`);

document.addEventListener("keydown", (event) => {
  const item = event.target.closest?.(".grip")?.closest(".item");
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!item || !event.altKey || !step) return;
  event.preventDefault();
  const other = items()[items().indexOf(item) + step];
  if (!other) return move(item, Number(item.dataset.position) + step);
  const [mine, theirs] = [item, other].map((each) => each.closest(".items").dataset.section);
  // Over a heading it first joins the section there, at its near end.
  const to = mine === theirs ? other.dataset.position : item.dataset.position;
  move(item, to, theirs);
});

document.addEventListener("change", ({ target }) => {
  const item = target.closest?.(".item");
  if (!item || !target.matches("select.state")) return;
  send({ act: "state", papers: item.dataset.key, state: target.value }, target.id);
});

// Dragging by mouse, pen or finger.
document.addEventListener("pointerdown", (event) => {
  const item = event.target.closest(".grip")?.closest(".item");
  if (!item || event.button) return;
  event.preventDefault();
  event.target.closest(".grip").focus();
  drag = { item, over: null, after: false, from: event.clientY };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  if (Math.abs(event.clientY - drag.from) > 4) drag.item.classList.add("dragging");
  const room = 60; // near an edge of the window the page comes along
  if (event.clientY < room) scrollBy(0, -12);
  if (event.clientY > innerHeight - room) scrollBy(0, 12);
  const over = document.elementFromPoint(event.clientX, event.clientY)?.closest(".item");
  drag.over?.classList.remove("drop-before", "drop-after");
  drag.over = over === drag.item ? null : (over ?? drag.over);
  if (!drag.over) return;
  const { top, height } = drag.over.getBoundingClientRect();
  drag.after = event.clientY > top + height / 2;
  drag.over.classList.add(drag.after ? "drop-after" : "drop-before");
});

function drop(stored) {
  if (!drag) return;
  const { item, over, after } = drag;
  drag = null;
  item.classList.remove("dragging");
  over?.classList.remove("drop-before", "drop-after");
  if (!stored || !over) return;
  const [from, at] = [Number(item.dataset.position), Number(over.dataset.position)];
  const to = at + (after ? 1 : 0) - (from < at ? 1 : 0);
  const [mine, theirs] = [item, over].map((each) => each.closest(".items").dataset.section);
  if (to !== from || mine !== theirs) move(item, to, theirs);
}
document.addEventListener("pointerup", () => drop(true));
document.addEventListener("pointercancel", () => drop(false));
document.addEventListener("keydown", (event) => event.key === "Escape" && drop(false));

if (part()?.querySelector(".item")) prepare();
