import { all, type Body, emit, invalid, load, type Money, newId, now, page, type SquareCall, save, shown } from "./context.ts";
import { currencyOf, locations } from "./merchants.ts";

type Payout = Body & { id: string; status: string; amount_money: Money; location_id: string };
type Entry = Body & { id: string; payout_id: string; source: string };

const DAY_MS = 86_400_000;

type Due = { source: string; type: string; gross: number; fee: number; details: Body };

const amountIn = (body: Body, name: string): number => (body[name] as Money | undefined)?.amount ?? 0;
const feeOf = ({ processing_fee = [] }: Body): number =>
  (processing_fee as Body[]).reduce((sum, fee) => sum + amountIn(fee, "amount_money"), 0);

/** What no payout of a place has brought yet: charges, what went back of them, and payouts that the bank did not take. */
function dueAt(call: SquareCall, location_id: string): Due[] {
  const brought = new Set(all(call, "payout_entry").map(({ source }) => source));
  const here = (kind: string, status: string) => all(call, kind).filter((one) => one.location_id === location_id && one.status === status);
  const payments = here("payment", "COMPLETED").map((one) => ({
    ...{ source: one.id, type: "CHARGE", gross: amountIn(one, "amount_money"), fee: feeOf(one) },
    details: { type_charge_details: { payment_id: one.id } },
  }));
  const refunds = [...here("refund", "COMPLETED"), ...here("refund", "PENDING")].map((one) => ({
    ...{ source: one.id, type: "REFUND", gross: -amountIn(one, "amount_money"), fee: 0 },
    details: { type_refund_details: { payment_id: one.payment_id, refund_id: one.id } },
  }));
  const back = here("payout", "FAILED").map((one) => ({
    ...{ source: one.id, type: "RETURNED_PAYOUT", gross: amountIn(one, "amount_money"), fee: 0 },
    details: {},
  }));
  return [...payments, ...refunds, ...back].filter(({ source }) => !brought.has(source));
}

function keep(call: SquareCall, payout: Payout, event: "sent" | "paid" | "failed"): Payout {
  const kept = save(call, "payout", { ...payout, updated_at: now() }) as Payout;
  emit(call, `payout.${event}`, { type: "payout", id: kept.id, object: { payout: kept } });
  return kept;
}

/** The payout that comes overnight, of everything of a place. */
export function payOut(call: SquareCall, location_id: string): Payout {
  const currency = currencyOf(call);
  const due = dueAt(call, location_id);
  const amount = due.reduce((sum, { gross, fee }) => sum + gross - fee, 0);
  if (amount === 0) throw invalid("BAD_REQUEST", "There is nothing to pay out.");
  const id = `po_${newId(24)}`;
  for (const { source, type, gross, fee, details } of due)
    save(call, "payout_entry", {
      id: `poe_${newId(26)}`,
      payout_id: id,
      effective_at: now(),
      type,
      gross_amount_money: { amount: gross, currency },
      fee_amount_money: { amount: fee, currency },
      net_amount_money: { amount: gross - fee, currency },
      ...details,
      source,
    });
  const payout = {
    id,
    status: "SENT",
    location_id,
    created_at: now(),
    amount_money: { amount, currency },
    destination: { type: "BANK_ACCOUNT", id: `bact:${newId(24)}` },
    version: 1,
    type: "BATCH",
    payout_fee: [],
    arrival_date: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
    end_to_end_id: `L${newId(15)}`,
  };
  return keep(call, payout, "sent");
}

/** The bank took it, or did not. */
export function endPayout(call: SquareCall, id: string, status: "PAID" | "FAILED"): Payout {
  const payout = shown(load(call, "payout", id, "payout")) as Payout;
  if (payout.status !== "SENT") throw invalid("BAD_REQUEST", `The payout is ${payout.status} already.`);
  return keep(call, { ...payout, status, version: 2 }, status === "PAID" ? "paid" : "failed");
}

export const getPayout = (call: SquareCall): Body => ({ payout: shown(load(call, "payout", call.params.id ?? "", "payout")) });

export function listPayouts(call: SquareCall): Body {
  const asked = (name: string) => call.query.get(name);
  const location = asked("location_id") ?? locations(call)[0]?.id;
  const since = Date.parse(asked("begin_time") ?? "") || 0;
  const found = all(call, "payout").filter(
    (one) =>
      one.location_id === location && (!asked("status") || one.status === asked("status")) && Date.parse(String(one.created_at)) >= since,
  );
  return page(call, "payouts", found);
}

export function listEntries(call: SquareCall): Body {
  const { id } = load(call, "payout", call.params.id ?? "", "payout");
  const own = (all(call, "payout_entry") as Entry[]).filter((one) => `sq:${one.payout_id}` === id);
  const entries = own.map(({ source: _, ...entry }) => entry);
  return page(call, "payout_entries", entries);
}
