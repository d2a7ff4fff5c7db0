// The results page without reloads. htmx follows its links and sends its forms; what it leaves to the page is here.
const status = document.getElementById("status");
const box = document.getElementById("q");
const signIn = document.querySelector("a[href*='?next=']");
const results = () => document.getElementById("results");
const here = () => location.pathname + location.search;
const text = () => new URLSearchParams(location.search).get("q") ?? "";
let address = here();
let searched = text();
let before = {};

// The filters are a sheet on narrow screens. It is open while a part of it is what the address points at, which
// browsers no longer see once that part has been replaced.
function inSheet() {
  return Boolean(location.hash && document.getElementById(location.hash.slice(1))?.closest(".rail"));
}

function say(words, aloud = false) {
  status.textContent = words;
  status.className = aloud ? "alert" : "vh";
}

// What stands outside the part that was replaced.
function follow() {
  address = here();
  if (text() !== searched) box.value = searched = text();
  if (signIn) signIn.search = address.length < 2000 ? new URLSearchParams({ next: address }) : "";
  document.documentElement.classList.toggle("sheet-open", inSheet());
  say(document.querySelector("h1").textContent.replace(/\s+/g, " ").trim());
}

// Only other states of this page are for htmx, and only in this tab. The second click of a double click is none.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link) return;
  const twice = event.detail > 1 && link.closest(".rail, .chips");
  if (twice) event.preventDefault();
  if (twice || event.shiftKey || event.altKey || link.pathname !== location.pathname) event.stopPropagation();
}, true);

document.addEventListener("htmx:configRequest", ({ detail }) => {
  detail.path = detail.path.split("#")[0];
  delete detail.headers["HX-Current-URL"]; // nobody reads it, and with a long text no server takes it
  const pressed = detail.triggeringEvent?.submitter; // htmx does not see one that stands outside its form
  if (pressed?.name) detail.formData.set(pressed.name, pressed.value);
  say("");
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  // Not the page that was asked for, or what asked for it is gone: htmx would not know where to put it.
  const fits = detail.serverResponse.includes('id="results"') && detail.requestConfig.elt.isConnected;
  if (detail.shouldSwap && !fits) {
    detail.shouldSwap = false;
    location.assign(detail.pathInfo.responsePath || detail.pathInfo.finalRequestPath);
  }
  before = {
    focused: document.activeElement?.closest("main"),
    paged: detail.requestConfig.elt.closest(".ends") || detail.requestConfig.triggeringEvent?.submitter?.closest(".ends"),
    scrolled: document.querySelector(".rail")?.scrollTop,
  };
});

document.addEventListener("htmx:beforeHistoryUpdate", ({ detail }) => {
  if (inSheet()) detail.history.path += location.hash;
});

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (!detail?.requestConfig) return; // that is history
  follow();
  document.querySelector(".rail")?.scrollTo(0, before.scrolled);
  if (before.paged) scrollTo(0, 0);
  const lost = before.focused && document.activeElement === document.body;
  if (before.paged || lost) results().focus({ preventScroll: true });
});

document.addEventListener("htmx:historyRestore", follow);

// How many papers are selected.
document.addEventListener("change", ({ target }) => {
  if (target.form?.id !== "selection" || target.name !== "paper") return;
  const picked = document.querySelectorAll("input[name=paper]:checked").length;
  document.getElementById("picked").textContent = picked ? ` · ${picked} selected` : "";
  if (picked) document.getElementById("several").open = true;
});

// A step back overtakes what was clicked before. One over several entries may end at one that htmx did not make.
addEventListener("popstate", ({ state }) => {
  if (here() === address) return;
  htmx.trigger(document.body, "htmx:abort");
  if (!state?.htmx) location.reload();
});
addEventListener("hashchange", () => document.documentElement.classList.toggle("sheet-open", inSheet()));

// No click is lost: an answer that is an error is shown as the page it is, and none at all is said.
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.requestConfig.verb === "get") location.assign(detail.pathInfo.finalRequestPath);
  else say("That could not be stored. Load the page again and try once more.", true);
});
for (const silence of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(silence, () => say("The site did not answer. Check the connection and try again.", true));
}
