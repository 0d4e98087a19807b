// The inside of the card field: what is typed here goes to the sandbox, and only the name of what it made goes to the page around it.
const asked = new URLSearchParams(location.search);
const home = asked.get("parent") ?? "";
const form = document.querySelector("form");
const { number, expiry, cvc } = form.elements;
document.body.style.color = asked.get("color") ?? "";
document.body.style.font = `${asked.get("size") || "16px"} / 24px system-ui, sans-serif`;

const tell = (message) => parent.postMessage(message, home);
const digits = (field) => field.value.replace(/\D/g, "");

function luhn(text) {
  const sum = [...text].reverse().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return text.length >= 12 && sum % 10 === 0;
}

function faultOf() {
  const month = Number(digits(expiry).slice(0, 2));
  if (digits(number).length >= 15 && !luhn(digits(number))) return "Your card number is invalid.";
  if (digits(expiry).length === 4 && !(month >= 1 && month <= 12)) return "Your card's expiration date is invalid.";
  return undefined;
}

function changed() {
  number.value = digits(number)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");
  const [month, year] = [digits(expiry).slice(0, 2), digits(expiry).slice(2, 4)];
  expiry.value = year ? `${month} / ${year}` : month;
  cvc.value = digits(cvc).slice(0, 4);
  const message = faultOf();
  number.classList.toggle("bad", message !== undefined);
  const complete = !message && luhn(digits(number)) && digits(expiry).length === 4 && cvc.value.length >= 3;
  tell({ kind: "change", complete, empty: number.value === "", ...(message ? { error: { message } } : {}) });
}

async function create({ key, account, details }) {
  const body = new URLSearchParams({
    type: "card",
    "card[number]": digits(number),
    "card[exp_month]": digits(expiry).slice(0, 2),
    "card[exp_year]": digits(expiry).slice(2, 4),
    "card[cvc]": cvc.value,
  });
  if (details.name) body.set("billing_details[name]", details.name);
  const headers = { authorization: `Bearer ${key}`, ...(account ? { "stripe-account": account } : {}) };
  try {
    const response = await fetch("/v1/payment_methods", { method: "POST", headers, body });
    const answer = await response.json();
    return response.ok ? { paymentMethod: answer } : { error: answer.error };
  } catch {
    return { error: { type: "api_connection_error", message: "The card could not be checked. Please try again." } };
  }
}

// Square's field checks what was typed when it is asked for the card.
function tokenize() {
  const complete = luhn(digits(number)) && digits(expiry).length === 4 && digits(cvc).length >= 3;
  if (!complete || faultOf()) return { status: "Invalid", errors: [{ message: "Credit card number is not valid", field: "cardNumber" }] };
  return { status: "OK", token: digits(number).endsWith("0002") ? "cnon:card-nonce-rejected-cvv" : "cnon:card-nonce-ok" };
}

form.addEventListener("input", changed);
form.addEventListener("focusin", () => tell({ kind: "focus" }));
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("message", async ({ origin, source, data }) => {
  if (origin !== home || source !== parent) return;
  if (data?.kind === "tokenize") tell({ kind: "answer", number: data.number, result: tokenize() });
  if (data?.kind !== "create") return;
  tell({ kind: "answer", number: data.number, result: await create(data) });
});
tell({ kind: "ready" });
