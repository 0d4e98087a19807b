import { fail, type Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { enter } from "../ledger/ledger.store.ts";
import { type Entry, financingAdvance, financingRepayment, type Lent } from "../ledger/ledger.ts";
import { businessDay } from "../projections/business-day.ts";
import type { LentMovement } from "./lender.ts";
import { findMovement, insertMovement, type NewMovement } from "./movement.store.ts";

type Reverses = "" | "payout" | "payment";

/** What a reversal takes back; it must have been heard of before, for the lender tells in order. */
async function reversedBy(tx: Tx<DB>, { kind, reversedId }: LentMovement): Promise<Reverses> {
  if (kind !== "reversal") return "";
  const found = await findMovement(tx.db, reversedId);
  if (!found) throw fail("PAYMENT_OUTCOME_UNKNOWN", { field: "body" });
  return found.kind === "payout" ? "payout" : "payment";
}

const entryOf = (kind: LentMovement["kind"], reverses: Reverses, lent: Lent): Entry | null =>
  kind === "payout" || reverses === "payout" ? financingAdvance(lent) : financingRepayment(lent);

/** Enters what moved of an offer once, in the books as well. Answers whether it was new. */
export async function recordMovement(tx: Tx<DB>, businessId: string, told: LentMovement): Promise<boolean> {
  const reverses = await reversedBy(tx, told);
  const sign = told.kind === "reversal" ? -1n : 1n;
  const { currency, reason, through, description, kind } = told;
  const lent: Lent = { advance: sign * told.advance, fee: sign * told.fee, through };
  const movement: NewMovement = {
    movementId: told.id,
    offerId: told.offerId,
    ...{ businessId, kind, reason, reverses, currency, through, description },
    ...{ advance: lent.advance, fee: lent.fee, occurTime: told.at },
  };
  if (!(await insertMovement(tx, movement))) return false;
  const businessDate = await businessDay(tx, businessId);
  enter(tx, entryOf(kind, reverses, lent), {
    ...{ businessId, orderId: "0", businessDate, currency, providerId: told.id },
    source: `financing:${told.id}`,
  });
  return true;
}
