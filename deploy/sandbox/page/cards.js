/** Builds DOM nodes; text is always set as text, never as HTML. */
export function node(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });

function when(at) {
  const date = new Date(at);
  const sameDay = date.toDateString() === new Date().toDateString();
  return node("time", { datetime: date.toISOString() }, sameDay ? time.format(date) : `${day.format(date)}, ${time.format(date)}`);
}

function chip(words, tone = "") {
  return node("span", { class: `chip ${tone}` }, words);
}

function money(minor, currency) {
  return new Intl.NumberFormat(undefined, { style: "currency", currency: currency.toUpperCase() }).format(minor / 100);
}

function textCard(item, reply) {
  const inbound = item.direction === "inbound";
  const failed = item.status === "undelivered" || item.status === "failed";
  const client = inbound ? item.from : item.to;
  return node(
    "li",
    { class: inbound ? "inbound" : "" },
    node(
      "div",
      { class: "head" },
      chip("Text", "info"),
      node("span", { class: "who" }, inbound ? `${item.from} wrote` : `To ${item.to}`),
      chip(failed ? `undelivered (${item.errorCode})` : item.status, failed ? "bad" : inbound ? "info" : "ok"),
      when(item.at),
    ),
    node("p", { class: "words" }, item.body),
    ...item.media.map((url) => node("a", { href: url, rel: "noreferrer", target: "_blank" }, "Picture")),
    node("p", { class: "meta" }, `${item.numSegments} ${item.numSegments === 1 ? "segment" : "segments"} · from ${item.from}`),
    replyForm(client, item, reply),
  );
}

function replyForm(client, item, reply) {
  const shop = item.direction === "inbound" ? item.to : item.from;
  const box = node("textarea", {
    rows: "1",
    required: true,
    "aria-label": `Reply as ${client}`,
    placeholder: `Reply as ${client}`,
    maxlength: "1600",
  });
  const quick = (words) => node("button", { type: "button", onclick: () => reply(client, shop, words) }, words);
  const send = async (event) => {
    event.preventDefault();
    if (await reply(client, shop, box.value)) box.value = "";
  };
  return node(
    "details",
    { "data-keep": `reply-${item.id}` },
    node("summary", {}, "Reply as the client"),
    node("form", { class: "row", onsubmit: send }, box, node("button", { class: "strong" }, "Send"), quick("Y"), quick("N")),
  );
}

function mailCard(item) {
  const links = [
    node("a", { href: `/sandbox/api/mails/${item.id}/raw`, target: "_blank" }, "Source"),
    ...item.attachments.map((part, i) => node("a", { href: `/sandbox/api/mails/${item.id}/attachments/${i}` }, part.filename)),
  ];
  const frame = () =>
    node("iframe", { title: `E-mail: ${item.subject}`, src: `/sandbox/api/mails/${item.id}/html`, sandbox: "", loading: "lazy" });
  const opened = node("details", { "data-keep": `html-${item.id}` }, node("summary", {}, "Show as the client sees it"));
  opened.addEventListener("toggle", () => opened.open && !opened.querySelector("iframe") && opened.append(frame()));
  return node(
    "li",
    {},
    node(
      "div",
      { class: "head" },
      chip("E-mail", "info"),
      node("span", { class: "who" }, `To ${item.recipients.join(", ")}`),
      chip(item.copies > 1 ? `received ${item.copies} times` : "received", item.copies > 1 ? "warn" : "ok"),
      when(item.at),
    ),
    node("p", { class: "who" }, item.subject || "(no subject)"),
    node(
      "details",
      { "data-keep": `text-${item.id}` },
      node("summary", {}, "Show text"),
      node("p", { class: "words" }, item.text || "(no text part)"),
    ),
    item.html ? opened : null,
    node("p", { class: "meta row" }, `From ${item.from}`, ...links),
  );
}

function chargeState(item) {
  if (item.status === "failed") return chip(item.failure_message ?? "declined", "bad");
  if (!item.captured && item.refunded) return chip("released", "warn");
  if (!item.captured) return chip("authorised, not captured", "warn");
  if (item.refunded) return chip("refunded", "warn");
  if (item.amount_refunded > 0) return chip(`${money(item.amount_refunded, item.currency)} refunded`, "warn");
  return chip("paid", "ok");
}

function paymentCard(item) {
  const refund = item.kind === "refund";
  const card = item.payment_method_details?.card;
  const details = refund ? `for ${item.charge}` : `${card.brand} ending in ${card.last4}`;
  const tone = item.status === "failed" ? "bad" : item.status === "pending" ? "warn" : "ok";
  const notes = Object.entries(item.metadata ?? {}).map(([key, value]) => `${key}: ${value}`);
  return node(
    "li",
    {},
    node(
      "div",
      { class: "head" },
      chip(refund ? "Refund" : "Charge", "info"),
      node("span", { class: "amount" }, money(item.amount_captured || item.amount, item.currency)),
      refund ? chip(item.status, tone) : chargeState(item),
      when(item.at),
    ),
    node("p", { class: "words" }, [details, item.description].filter(Boolean).join(" · ")),
    node("p", { class: "meta words" }, [item.id, item.payment_intent, ...notes].join(" · ")),
  );
}

export function card(item, reply) {
  if (item.kind === "text") return textCard(item, reply);
  return item.kind === "mail" ? mailCard(item) : paymentCard(item);
}
