import type { Store } from "../core/store.ts";
import { type Body, load, newId, now, type SquareCall } from "./context.ts";

type Merchant = { id: string; name: string; currency: string };

/** An account of Square's: the same name and currency is the same one. It begins with one place, or with as many as are asked for. */
export function openMerchant(store: Store, name: string, currency: string, places: number): string {
  const [there] = store.list<Merchant>({ kinds: ["sq_merchant"], equals: { name, currency } });
  if (there) return there.doc.id.replace("sq:", "");
  const id = `ML${newId(11).toUpperCase()}`;
  store.put("sq_merchant", { id: `sq:${id}`, name, currency }, id);
  for (let at = 0; at < places; at++) {
    const place = `L${newId(12).toUpperCase()}`;
    store.put("sq_location", { id: `sq:${place}`, ...location(place, id, at === 0 ? name : `${name} ${at + 1}`, currency) }, id);
  }
  return id;
}

const location = (id: string, merchant: string, name: string, currency: string): Body => ({
  location_id: id,
  name,
  address: {
    address_line_1: "12 Bark St",
    locality: "Seattle",
    administrative_district_level_1: "WA",
    postal_code: "98101",
    country: "US",
  },
  timezone: "America/Los_Angeles",
  capabilities: ["CREDIT_CARD_PROCESSING", "AUTOMATIC_TRANSFERS"],
  status: "ACTIVE",
  created_at: now(),
  merchant_id: merchant,
  country: "US",
  language_code: "en-US",
  currency,
  business_name: name,
  type: "PHYSICAL",
});

export function merchant(call: SquareCall): Body {
  const { name, currency } = load(call, "merchant", call.merchantId, "merchant") as unknown as Merchant;
  const main = locations(call)[0]?.id;
  const facts = { id: call.merchantId, business_name: name, country: "US", language_code: "en-US", currency, status: "ACTIVE" };
  return { merchant: { ...facts, main_location_id: main } };
}

export function locations(call: Pick<SquareCall, "store" | "merchantId">): (Body & { id: string })[] {
  const rows = call.store.list({ kinds: ["sq_location"], account: call.merchantId, limit: 300 }).reverse();
  return rows.map(({ doc: { location_id, ...rest } }) => ({ ...rest, id: String(location_id) }));
}

export const currencyOf = (call: SquareCall): string =>
  String((load(call, "merchant", call.merchantId, "merchant") as Body).currency ?? "USD");
