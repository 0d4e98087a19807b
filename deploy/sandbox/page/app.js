import { card, node } from "./cards.js";

const PAGE = 60;
const $ = (selector) => document.querySelector(selector);
const state = { kind: "", q: "", limit: PAGE };
const shown = new Map();

async function call(path, method = "GET", body) {
  const response = await fetch(path, {
    method,
    headers: body ? { "content-type": "application/json" } : {},
    body: body ? JSON.stringify(body) : undefined,
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? "That did not work");
  return answer;
}

async function reply(from, to, body) {
  try {
    await call("/sandbox/api/texts/reply", "POST", { from, to, body });
    return true;
  } catch (error) {
    $("#live").textContent = error.message;
    return false;
  }
}

/** Keeps nodes that did not change, so that an open reply box or mail stays as it is. */
function render(items) {
  const feed = $("#feed");
  const keep = new Set();
  items.forEach((item, index) => {
    const print = JSON.stringify(item);
    keep.add(item.id);
    const old = shown.get(item.id);
    if (old?.print !== print) {
      const made = card(item, reply);
      for (const part of old?.element.querySelectorAll("details[open]") ?? []) {
        const twin = made.querySelector(`details[data-keep="${part.dataset.keep}"]`);
        if (twin) twin.open = true;
      }
      if (old) old.element.replaceWith(made);
      shown.set(item.id, { print, element: made });
    }
    const { element } = shown.get(item.id);
    if (feed.children[index] !== element) feed.insertBefore(element, feed.children[index] ?? null);
  });
  for (const [id, { element }] of shown) {
    if (keep.has(id)) continue;
    element.remove();
    shown.delete(id);
  }
  const empty = $("#empty");
  empty.hidden = items.length > 0;
  empty.textContent = state.q
    ? "Nothing fits this search."
    : "Nothing went out yet. Book an appointment or send a message, and it shows up here.";
  $("#more").hidden = items.length < state.limit;
}

async function load() {
  const query = new URLSearchParams({ kind: state.kind, q: state.q, limit: String(state.limit) });
  const [{ items }, { webhooks }] = await Promise.all([call(`/sandbox/api/feed?${query}`), call("/sandbox/api/webhooks?limit=8")]);
  render(items);
  renderHooks(webhooks);
}

let pending = false;
let again = false;
async function refresh() {
  if (pending) {
    again = true;
    return;
  }
  pending = true;
  try {
    await load();
    if (!document.activeElement?.closest("#switches")) await loadSwitches();
  } catch {
    live(false);
  } finally {
    pending = false;
    if (again) {
      again = false;
      setTimeout(refresh, 150);
    }
  }
}

function renderHooks(webhooks) {
  const list = $("#hooks");
  if (webhooks.length === 0) return list.replaceChildren(node("li", { class: "hint" }, "None yet."));
  const tone = { delivered: "ok", failed: "bad", pending: "warn" };
  list.replaceChildren(
    ...webhooks.map((hook) => {
      const words = hook.state === "pending" && hook.attempts > 0 ? `waiting, tried ${hook.attempts}×` : hook.state;
      const resend = () => call(`/sandbox/api/webhooks/${hook.id}/resend`, "POST").then(refresh);
      return node(
        "li",
        {},
        node("span", { class: `chip ${tone[hook.state]}` }, words),
        node("span", { class: "grow" }, `${hook.provider} ${hook.lastStatus ?? hook.lastError ?? ""}`),
        node("button", { type: "button", onclick: resend, "aria-label": `Send webhook ${hook.id} again` }, "Again"),
      );
    }),
  );
}

const NAMES = {
  stripe: "Cards (Stripe)",
  twilio: "Texts (Twilio)",
  mail: "E-mail (SMTP)",
  google: "Google Calendar",
  quickbooks: "QuickBooks",
  square: "Cards (Square)",
};
const MODES = {
  ok: "Work normally",
  decline: "Decline",
  error: "Answer with an error (500)",
  timeout: "Never answer",
  lost: "Do it, but lose the answer",
  down: "Be down completely",
  undelivered: "Accept, then report undelivered",
};

async function loadSwitches() {
  const all = await call("/sandbox/api/switches");
  $("#switches").replaceChildren(...Object.entries(all).map(([provider, current]) => switchFields(provider, current)));
}

function switchFields(provider, current) {
  const modes = Object.entries(MODES).filter(([mode]) => mode !== "undelivered" || provider === "twilio");
  const mode = node(
    "select",
    { name: "mode" },
    ...modes.map(([value, words]) => node("option", { value, selected: value === current.mode }, words)),
  );
  const count = node("input", { name: "remaining", type: "number", min: "1", placeholder: "all", value: current.remaining ?? "" });
  const latency = node("input", { name: "latencyMs", type: "number", min: "0", max: "60000", step: "100", value: current.latencyMs });
  const save = () =>
    call(`/sandbox/api/switches/${provider}`, "PUT", {
      mode: mode.value,
      remaining: count.value === "" ? null : Number(count.value),
      latencyMs: Number(latency.value || 0),
    }).catch((error) => {
      $("#live").textContent = error.message;
    });
  return node(
    "fieldset",
    { class: "switch", onchange: save },
    node("legend", {}, NAMES[provider]),
    node("label", {}, "What it does", mode),
    node("label", {}, "For the next … calls", count),
    node("label", {}, "Delay (ms)", latency),
  );
}

function live(on) {
  const badge = $("#live");
  badge.dataset.on = String(on);
  badge.textContent = on ? "Live" : "Connection lost, trying again…";
}

function listen() {
  const stream = new EventSource("/sandbox/api/stream");
  stream.onopen = () => {
    live(true);
    refresh();
  };
  stream.onmessage = refresh;
  stream.onerror = () => live(false);
}

function controls() {
  for (const button of document.querySelectorAll("[data-kind]")) {
    button.addEventListener("click", () => {
      state.kind = button.dataset.kind;
      state.limit = PAGE;
      for (const other of document.querySelectorAll("[data-kind]")) other.setAttribute("aria-pressed", String(other === button));
      refresh();
    });
  }
  $("#search").addEventListener("input", (event) => {
    state.q = event.target.value.trim();
    state.limit = PAGE;
    refresh();
  });
  $("#more").addEventListener("click", () => {
    state.limit += PAGE;
    refresh();
  });
  $("#reset").addEventListener("click", () => $("#confirm").showModal());
  $("#confirm").addEventListener("close", async () => {
    if ($("#confirm").returnValue === "yes") await call("/sandbox/api/reset", "POST");
    refresh();
  });
  $("#write").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const note = form.querySelector(".note");
    try {
      await call("/sandbox/api/texts/reply", "POST", { from: form.from.value, body: form.body.value });
      form.body.value = "";
      note.textContent = "Sent.";
    } catch (error) {
      note.textContent = error.message;
    }
  });
}

controls();
listen();
