import { fail, toTimestamp } from "@leashline/kit";
import { query } from "../../db.ts";
import { withdraw } from "../../request-payments/withdraw.ts";
import { readRequest, requestsOfContact } from "../../requests/request.store.ts";
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
    const { date, startTime, endDate, moreDates, summary, classWaitlist, payment, arrivalWindow } = statusOf(row);
    return {
      bookingRequestId: row.id,
      ...{ date, startTime, endDate, moreDates, summary, classWaitlist },
      ...(payment && { payment }),
      ...(arrivalWindow && { arrivalWindow }),
      askTime: toTimestamp(row.createdAt),
      mayWithdraw: row.state === "submitted",
    };
  });
}

/** Of anybody else's request it knows nothing. */
export async function takeBack(who: SignedIn, id: string): Promise<void> {
  const { ctx, setting } = who.shop;
  const row = await query(ctx, (db) => readRequest(db, id));
  if (row?.contact !== contactOf(who) || row.businessId !== setting.businessId) throw fail("NOT_FOUND", { field: "bookingRequestId" });
  await withdraw(ctx, id);
}
