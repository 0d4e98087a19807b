import { keepable } from "./cards.ts";
import { all, type Body, invalid, load, newId, now, page, part, required, type SquareCall, save, shown, textOf } from "./context.ts";

const NAMES = ["given_name", "family_name", "company_name", "email_address", "phone_number"] as const;

export function createCustomer(call: SquareCall): Body {
  const { body } = call;
  if (!NAMES.some((name) => textOf(body, name)))
    throw invalid(
      "INVALID_REQUEST_ERROR",
      "At least one of given_name, family_name, company_name, email_address or phone_number is required.",
    );
  const { idempotency_key: _, ...facts } = body;
  const customer = save(call, "customer", { ...facts, id: newId(26).toUpperCase(), created_at: now(), updated_at: now(), version: 0 });
  return { customer };
}

export const getCustomer = (call: SquareCall): Body => ({ customer: shown(load(call, "customer", call.params.id ?? "", "customer")) });

export function createCard(call: SquareCall): Body {
  required(call.body, "idempotency_key", 45);
  const asked = part(call.body, "card");
  const customer_id = required(asked, "customer_id");
  load(call, "customer", customer_id, "customer");
  const token = required(call.body, "source_id");
  const facts = { ...keepable(call, token), merchant_id: call.merchantId, customer_id, enabled: true, version: 1, created_at: now() };
  const card = { ...facts, id: `ccof:${newId(19)}` };
  // By which the sandbox knows what a charge of it does.
  save(call, "card", { ...card, token });
  return { card };
}

const seen = ({ token: _, ...card }: Body & { id: string }): Body => card;

export function listCards(call: SquareCall): Body {
  const customer = call.query.get("customer_id");
  const disabled = call.query.get("include_disabled") === "true";
  const found = all(call, "card").filter((one) => (!customer || one.customer_id === customer) && (disabled || one.enabled === true));
  return page(call, "cards", found.map(seen));
}

export function disableCard(call: SquareCall): Body {
  const card = shown(load(call, "card", call.params.id ?? "", "card"));
  return { card: seen(save(call, "card", { ...card, enabled: false })) };
}
