import { ErrorCode, fail, Refusal, toTimestamp } from "@leashline/kit";
import { query } from "../../db.ts";
import { withdraw } from "../../request-payments/withdraw.ts";
import { mustRead, requestsOfContact } from "../../requests/request.store.ts";
import { statusOf } from "../../requests/request.ts";
import { hashOf } from "../../visitors/visitor.ts";
import type { SignedIn } from "../session.ts";

const MOST = 20;

const contactOf = ({ shop, contact }: SignedIn): string => hashOf(shop.ctx, contact.kind, contact.value);

/** What they asked for with the number or address that they showed, and have no answer to. */
export async function waitingOf(who: SignedIn) {
  const { businessId } = who.shop.setting;
  const rows = await query(who.shop.ctx, (db) => requestsOfContact(db, businessId, contactOf(who), MOST));
  return rows.map((row) => {
    const { date, startTime, endDate, moreDates, summary, classWaitlist, payment } = { ...statusOf(row) };
    return {
      bookingRequestId: row.id,
      ...{ date, startTime, endDate, moreDates, summary, classWaitlist },
      ...(payment && { payment }),
      askTime: toTimestamp(row.createdAt),
      mayWithdraw: row.state === "submitted",
    };
  });
}

function noneThere(error: unknown): undefined {
  if (error instanceof Refusal && error.code === ErrorCode.NOT_FOUND) return undefined;
  throw error;
}

/** Of anybody else's request it knows nothing. */
export async function takeBack(who: SignedIn, id: string): Promise<void> {
  const { ctx, setting } = who.shop;
  const row = await mustRead(ctx, id).catch(noneThere);
  if (row?.contact !== contactOf(who) || row.businessId !== setting.businessId) throw fail("NOT_FOUND", { field: "bookingRequestId" });
  await withdraw(ctx, id);
}
