// A reading list without reloads: papers are dragged, or moved by keys, and a state is stored when it is chosen. All
// of it sends the forms that stand on the page, and puts the part of the answer in place of the present one.
const WAIT = 400; // milliseconds after the last key that moved a paper
const status = document.getElementById("status");
const part = () => document.getElementById("papers");
const items = () => [...part().querySelectorAll(".item")];
const position = (item) => Number(item.dataset.position);
const gripOf = (item) => item.querySelector(".grip");

function say(words, look = "vh") {
  status.textContent = words;
  status.className = look;
}

// --- Sending: one after the other; what the last one answers is shown ----------------------------
let queue = Promise.resolve();
let unanswered = 0;

function send(form, values, { sent, quiet } = {}) {
  const body = new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
  for (const [name, value] of values) body.append(name, value);
  const { action } = form;
  unanswered += 1;
  queue = queue.then(async () => {
    try {
      const answer = await fetch(action, { method: "POST", body, keepalive: true });
      if (!answer.ok) throw new Error(answer.status);
      const text = await answer.text();
      if (unanswered === 1 && !moving) show(new DOMParser().parseFromString(text, "text/html"), answer.url, sent, quiet);
    } catch {
      say("That could not be stored. Load the page again and try once more.", "alert");
    }
    unanswered -= 1;
  });
}

function show(answer, url, sent, quiet) {
  const focused = document.activeElement?.id;
  const old = part();
  const kept = unsent(old, sent);
  const fresh = document.adoptNode(answer.getElementById("papers"));
  old.replaceWith(fresh);
  prepare();
  for (const [id, name, value] of kept) Object.assign(document.getElementById(id) ?? {}, { [name]: value });
  fresh.tabIndex = -1;
  (document.getElementById(focused) ?? fresh).focus({ preventScroll: true });
  history.replaceState(history.state, "", url.split("#")[0]);
  document.querySelector("main > .messages")?.remove();
  const said = [...answer.querySelectorAll(".message")];
  const wrong = said.some((each) => each.matches(".error, .warning"));
  say(said.map((each) => each.textContent.trim()).join(" "), wrong ? "alert" : quiet ? "vh" : "alert calm");
}

// What was typed or ticked and not sent: it stays.
function unsent(old, sent) {
  return [...old.querySelectorAll("[id]:is(input, select)")]
    .filter((field) => !sent || field.form !== sent)
    .filter((f) => (f.options ? [...f.options].some((o) => o.selected && !o.defaultSelected) : f.value !== f.defaultValue || f.checked))
    .map((f) => [f.id, f.type === "checkbox" ? "checked" : "value", f.type === "checkbox" ? f.checked : f.value]);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !part()?.contains(form)) return;
  event.preventDefault();
  store();
  send(form, [...new FormData(form, event.submitter)].filter(([name]) => name !== "csrfmiddlewaretoken"), { sent: form });
});

document.addEventListener("change", ({ target }) => {
  const item = target.closest?.(".item");
  if (!item || !target.matches("select.state")) return;
  for (const option of target.options) option.defaultSelected = option.selected; // it is as good as stored
  store();
  const values = { act: "state", papers: item.dataset.key, state: target.value };
  send(document.getElementById("act"), Object.entries(values), { quiet: true });
});

// --- Moving: at once on the page, then in the list -----------------------------------------------
let moving = null;
let timer;

function prepare() {
  for (const item of items()) {
    const grip = document.createElement("button");
    Object.assign(grip, { type: "button", className: "grip", id: `grip-${item.dataset.key}`, textContent: "⠿" });
    const heading = item.querySelector("h3").textContent.trim();
    grip.setAttribute("aria-label", `Move ${heading}: drag, or press Alt and an arrow key`);
    item.querySelector(".place").prepend(grip);
  }
}

// The place in the whole list of an item that stands elsewhere on the page than its number says.
function placeOf(item) {
  const all = items();
  const at = all.indexOf(item);
  const [mine, before, after] = [item, all[at - 1], all[at + 1]].map((each) => each && position(each));
  if (before !== undefined) return before + (mine > before ? 1 : 0);
  return after === undefined ? mine : after - (mine < after ? 1 : 0);
}

function store() {
  clearTimeout(timer);
  const item = moving;
  moving = null;
  if (!item) return;
  const to = placeOf(item);
  const under = item.closest(".items").dataset.section;
  // The numbers of the page, in their new order, until the answer comes.
  const numbers = items().map(position).sort((a, b) => a - b);
  items().forEach((each, at) => {
    const field = each.querySelector("input.num");
    each.dataset.position = numbers[at];
    if (field.value === field.defaultValue) field.value = numbers[at];
    field.defaultValue = numbers[at];
  });
  move(item, to, { under });
}

function move(item, to, more = {}) {
  const values = { act: "move", papers: item.dataset.key, to, ...more };
  send(document.getElementById("act"), Object.entries(values), { quiet: true });
}

function step(item, by) {
  if (moving !== item) store();
  const lists = [...part().querySelectorAll(".items")];
  const other = by < 0 ? item.previousElementSibling : item.nextElementSibling;
  const next = lists[lists.indexOf(item.parentElement) + by];
  if (!other && !next) return leave(item, by);
  if (other) other[by < 0 ? "before" : "after"](item);
  else next[by < 0 ? "append" : "prepend"](item); // over a heading it joins the section there, at its near end
  gripOf(item).focus();
  moving = item;
  const numbers = items().map(position).sort((a, b) => a - b);
  const under = item.closest(".items").dataset.section;
  say(`Position ${numbers[items().indexOf(item)]}${under ? `, under ${under}` : ""}.`);
  clearTimeout(timer);
  timer = setTimeout(store, WAIT);
}

// Beyond the ends of the page: to the page before or after it, if there is one.
function leave(item, by) {
  store();
  if (document.querySelector(by < 0 ? ".pages [rel=prev]" : ".pages [rel=next]")) move(item, position(item) + by);
}

document.addEventListener("keydown", (event) => {
  const item = event.target.closest?.(".grip")?.closest(".item");
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!item || !event.altKey || !by) return;
  event.preventDefault();
  step(item, by);
});
addEventListener("pagehide", store);

// --- Dragging by mouse, pen or finger ------------------------------------------------------------
let drag = null;

document.addEventListener("pointerdown", (event) => {
  const grip = event.target.closest(".grip");
  if (!grip || event.button) return;
  event.preventDefault();
  grip.focus();
  grip.setPointerCapture(event.pointerId);
  store();
  drag = { item: grip.closest(".item"), y: event.clientY, from: event.clientY, over: null, after: false };
  requestAnimationFrame(follow);
});

document.addEventListener("pointermove", (event) => {
  if (drag) drag.y = event.clientY;
});

// Each frame, so that the page comes along while the pointer rests near an edge of the window.
function follow() {
  if (!drag) return;
  const { item, y } = drag;
  const bar = document.querySelector(".bar").getBoundingClientRect().height;
  if (drag.over || Math.abs(y - drag.from) > 4) {
    if (y < 60) scrollBy(0, -12);
    if (y > innerHeight - bar - 40) scrollBy(0, 12);
    unmark();
    item.classList.add("dragging");
    const boxes = items().map((each) => [each, each.getBoundingClientRect()]);
    const [over, box] = boxes.reduce((a, b) => (away(b[1], y) < away(a[1], y) ? b : a));
    drag.over = over;
    drag.after = y > box.top + box.height / 2;
    if (over !== item) over.classList.add(drag.after ? "drop-after" : "drop-before");
  }
  requestAnimationFrame(follow);
}

const away = (box, y) => Math.max(box.top - y, y - box.bottom, 0);

function unmark() {
  for (const each of items()) each.classList.remove("dragging", "drop-before", "drop-after");
}

function drop(stored) {
  if (!drag) return;
  const { item, over, after } = drag;
  drag = null;
  unmark();
  if (!stored || !over || over === item || (after ? over.nextElementSibling : over.previousElementSibling) === item) return;
  over[after ? "after" : "before"](item);
  gripOf(item).focus({ preventScroll: true });
  moving = item;
  store();
}
document.addEventListener("pointerup", () => drop(true));
document.addEventListener("pointercancel", () => drop(false));
document.addEventListener("keydown", (event) => event.key === "Escape" && drop(false));

// --- Links to hand on ----------------------------------------------------------------------------
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    document.getElementById(button.dataset.copy).select();
    if (document.execCommand("copy")) say("Copied.", "alert calm");
  });
}

if (part()?.querySelector(".item")) prepare();
