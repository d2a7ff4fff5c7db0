// Suggestions under the search box while somebody types: a combobox whose options are links. Without it the form is
// sent as it is.
const WAIT = 150; // milliseconds after the last key

for (const form of document.querySelectorAll("form[data-suggestions]")) suggest(form, form.elements.q);

function suggest(form, box) {
  const list = document.createElement("div");
  Object.assign(list, { id: "suggestions", className: "suggestions", role: "listbox", hidden: true });
  list.setAttribute("aria-label", "Suggestions");
  form.append(list);
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

  // One character says little, but of Chinese, Japanese or Korean.
  const isEnough = () => [...box.value.trim()].length > 1 || /[^\u0000-\u02ff]/.test(box.value);

  async function ask() {
    close();
    if (!isEnough()) return;
    const mine = (request = new AbortController());
    const asked = new URLSearchParams(new FormData(form));
    try {
      const answer = await fetch(`${form.dataset.suggestions}?${asked}`, { signal: mine.signal });
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
  form.addEventListener("submit", close);
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the box keeps the focus
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option || event.ctrlKey || event.metaKey || event.shiftKey) return;
    box.value = new URL(option.href).searchParams.get("q") ?? "";
    if (window.htmx && form.hasAttribute("hx-boost")) {
      event.preventDefault();
      // For the list and not for the option, which may be gone when the answer comes.
      htmx.ajax("GET", option.getAttribute("href"), { source: list, push: "true" });
    }
    setTimeout(close); // once the link has been followed
  });
  addEventListener("pageshow", close);
}
