// Suggestions while somebody types: a combobox. In the search box its options are links; in a field of tags, parted by
// commas, they are names. Without it both are sent as they are.
const WAIT = 150; // milliseconds after the last key

// Pages that htmx remembers show what somebody keeps. They go when somebody else is at the browser, or nobody.
const account = document.body.dataset.account ?? "";
try {
  if (sessionStorage.getItem("account") !== account) sessionStorage.removeItem("htmx-history-cache");
  sessionStorage.setItem("account", account);
} catch {
  // a browser that stores nothing keeps nothing
}

// One character says little, but of Chinese, Japanese or Korean.
const isEnough = (text) => [...text.trim()].length > 1 || /[^\u0000-\u02ff]/.test(text);

for (const form of document.querySelectorAll("form[data-suggestions]")) {
  const box = form.elements.q;
  suggest(form, box, {
    text: () => box.value,
    address: () => `${form.dataset.suggestions}?${new URLSearchParams(new FormData(form))}`,
    choose: (option, event, list) => follow(form, box, option, event, list),
  });
}

function follow(form, box, option, event, list) {
  box.value = new URL(option.href).searchParams.get("q") ?? "";
  if (window.htmx && form.hasAttribute("hx-boost")) {
    event.preventDefault();
    // For the list and not for the option, which may be gone when the answer comes.
    htmx.ajax("GET", option.getAttribute("href"), { source: list, push: "true" });
  }
}

// Fields of tags may come with a part of the page that is fetched later.
document.addEventListener("focusin", ({ target: box }) => {
  if (!box.matches?.("input[data-names]") || box.getAttribute("role") === "combobox") return;
  const start = () => Math.max(...[..."，,;；、"].map((mark) => box.value.lastIndexOf(mark))) + 1;
  suggest(box.parentElement, box, {
    text: () => box.value.slice(start()),
    address: () => `${box.dataset.names}?${new URLSearchParams({ q: box.value.slice(start()).trim() })}`,
    choose: (option) => {
      const before = box.value.slice(0, start());
      box.value = `${before}${before ? " " : ""}${option.dataset.typed}, `;
      box.focus();
    },
  });
});

function suggest(host, box, { text, address, choose }) {
  const list = document.createElement("div");
  Object.assign(list, { id: `${box.id}-suggestions`, className: "suggestions", role: "listbox", hidden: true });
  list.setAttribute("aria-label", "Suggestions");
  host.append(list);
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);
  box.setAttribute("aria-expanded", "false");
  let timer, request, active = null;

  const options = () => [...list.querySelectorAll("[role=option]")];
  const isOpen = () => !list.hidden;

  function close() {
    clearTimeout(timer);
    request?.abort();
    activate(null);
    list.hidden = true;
    list.replaceChildren();
    box.setAttribute("aria-expanded", "false");
  }

  function activate(option) {
    active?.setAttribute("aria-selected", "false");
    active = option ?? null;
    if (!active) return box.removeAttribute("aria-activedescendant");
    active.setAttribute("aria-selected", "true");
    active.scrollIntoView({ block: "nearest" });
    box.setAttribute("aria-activedescendant", active.id);
  }

  async function ask() {
    close();
    if (!isEnough(text())) return;
    const mine = (request = new AbortController());
    try {
      const answer = await fetch(address(), { signal: mine.signal });
      const found = answer.ok ? await answer.text() : "";
      if (mine.signal.aborted || document.activeElement !== box) return;
      list.innerHTML = found;
    } catch {
      return; // no suggestions: the box works as it is
    }
    if (!options().length) return;
    list.hidden = false;
    box.setAttribute("aria-expanded", "true");
  }

  function move(step) {
    const all = options();
    // Beyond the ends is the text itself.
    const at = (active ? all.indexOf(active) : step > 0 ? -1 : all.length) + step;
    activate(all[at]);
  }

  // Returns whether the key was for the list; if not, it is for the text.
  function press(key) {
    if (key === "ArrowDown" && !isOpen()) ask();
    else if (!isOpen()) return false;
    else if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Escape") close();
    else if (active && key === "Home") activate(options()[0]);
    else if (active && key === "End") activate(options().at(-1));
    else if (active && key === "Enter") active.click();
    else return false;
    return true;
  }

  box.addEventListener("input", () => {
    close();
    timer = setTimeout(ask, WAIT);
  });
  box.addEventListener("keydown", (event) => {
    const alone = !event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (alone && press(event.key)) event.preventDefault();
  });
  box.addEventListener("blur", close);
  box.form.addEventListener("submit", close);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option || event.ctrlKey || event.metaKey || event.shiftKey) return;
    choose(option, event, list);
    setTimeout(close); // once the link has been followed
  });
  addEventListener("pageshow", close);
}
