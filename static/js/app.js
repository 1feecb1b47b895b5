/* The only script of ours. Everything works without it: it adds keyboard shortcuts, says when a request failed,
   measures the time spent on a question and closes menus. It is the only place that knows htmx's event names. */
"use strict";

/* ---- keyboard: 1–9 and A–H choose, Enter checks, N next, M marks, ? shows the keys;
   for reviewers J and K go through the queue, F flags, E edits ---- */
const TYPING = "input:not([type=radio], [type=checkbox], [type=button], [type=submit]), textarea, select, [contenteditable]";
const ANSWERS_ENTER = "a[href], button, summary, input, dialog *";

const press = (name) => {
  const target = document.querySelector(`[data-shortcut="${name}"]`);
  // A dialog gives the focus back to what had it when it was opened.
  if (target?.matches("[commandfor]")) target.focus();
  target?.click();
  return Boolean(target);
};

const choose = (index) => {
  const input = document.querySelectorAll("form#card input[name=choice]")[index];
  input?.focus();
  input?.click();
  return Boolean(input);
};

const showKeys = () => {
  const keys = document.getElementById("keyboard");
  keys?.scrollIntoView({ block: "nearest" });
  keys?.focus();
  return Boolean(keys);
};

const PRESSED = { e: "edit", f: "flag", j: "later", k: "earlier", m: "mark", n: "next" };

const act = (key) => {
  if (/^[1-9]$/.test(key)) return choose(Number(key) - 1);
  if (/^[a-h]$/i.test(key) && choose(key.toLowerCase().charCodeAt(0) - 97)) return true;
  if (key === "Enter") return !document.activeElement?.matches(ANSWERS_ENTER) && press("check");
  const name = PRESSED[key.toLowerCase()];
  return name ? press(name) : key === "?" && showKeys();
};

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeMenus();
  if (document.body.dataset.shortcuts !== "on") return;
  if (event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (document.activeElement?.matches(TYPING) || document.querySelector("dialog[open]")) return;
  if (act(event.key)) event.preventDefault();
});

/* ---- menus of the header: <details> that close like menus ---- */
const closeMenus = (except) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu === except) continue;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
};
document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));

/* ---- buttons that open a dialog: where the browser does not know them, the page with the same form ---- */
if (!("commandForElement" in HTMLButtonElement.prototype)) {
  document.addEventListener("click", (event) => {
    const instead = event.target.closest("[data-instead]")?.dataset.instead;
    if (instead) location.assign(instead);
  });
}

/* ---- requests that fail: one visible line, announced; the form stays as it is ---- */
const say = (text) => {
  document.getElementById("problem").textContent = text;
};

const reasonFor = (status, texts) => {
  if (texts[status]) return texts[status];
  if ([502, 504].includes(status)) return texts[503];
  return status >= 500 ? texts.server : texts.refused;
};

const busy = (event, on) => {
  const card = event.target.closest?.("#card") ?? document.getElementById("card");
  if (on) card?.setAttribute("aria-busy", "true");
  else card?.removeAttribute("aria-busy");
};

const texts = () => document.getElementById("problem").dataset;
document.addEventListener("htmx:beforeRequest", (event) => { say(""); busy(event, true); });
document.addEventListener("htmx:afterRequest", (event) => busy(event, false));
document.addEventListener("htmx:responseError", (event) => say(reasonFor(event.detail.xhr.status, texts())));
document.addEventListener("htmx:sendError", () => say(texts().network));
document.addEventListener("htmx:timeout", () => say(texts().timeout));

/* ---- how long the question was in view, in milliseconds; the server takes it as a hint, not as a fact ---- */
let seen = 0;
let since = document.hidden ? null : performance.now();
const inView = () => Math.round(seen + (since === null ? 0 : performance.now() - since));

document.addEventListener("visibilitychange", () => {
  seen = inView();
  since = document.hidden ? null : performance.now();
});
document.addEventListener("submit", (event) => {
  const field = event.target.querySelector("[data-ms]");
  if (field) field.value = inView();
}, true);

/* ---- show the password while typing it ---- */
for (const button of document.querySelectorAll("[data-show-password]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const field = document.getElementById(button.dataset.showPassword);
    const shown = field.type === "text";
    field.type = shown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!shown));
  });
}

/* ---- the first guess at the reader's time zone; a preference outweighs it ---- */
if (!/(^|; )tz=/.test(document.cookie)) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const secure = location.protocol === "https:" ? "; secure" : "";
  if (zone) document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;
}
