import type { Ctx, Tx } from "@leashline/kit";
import type { JoinWaitlistRequest } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { signedWith } from "../../agreements/check.ts";
import { signaturesOf } from "../../agreements/signature.store.ts";
import { briefOf, type Signature, type SignedBrief } from "../../agreements/signature.ts";
import { type DB, query } from "../../db.ts";
import { readRequest } from "../../requests/request.store.ts";
import type { Person } from "../../requests/request.ts";
import type { Offer } from "../../storefront/plan.ts";
import type { Shop } from "../../storefront/shop.ts";
import type { Asker } from "../../visitors/person.ts";
import { type EntryRow, signedUnder } from "./waitlist.ts";

type Joining = { person: Person; asker: Asker; offers: ReadonlyMap<string, Offer> };

/** What whoever joins from the page signs, as a booking would ask for it; of a day that nobody knows yet. */
export const signedToWait = (
  shop: Shop,
  { pets, agreements }: JoinWaitlistRequest,
  { person, asker, offers }: Joining,
): Promise<Signature[]> =>
  signedWith(
    shop,
    { customerId: asker.customerId, person, pets, offers, date: null, startTime: 0, inClass: false },
    { agreements, vouched: false },
    shop.ctx.caller.ip,
  );

/** Whether something was signed as they joined, or with the request that brought them here. */
export async function isSigned(tx: Tx<DB>, { bookingRequestId, signedAs }: EntryRow): Promise<boolean> {
  if (signedAs !== "0" || bookingRequestId === "0") return signedAs !== "0";
  return ((await readRequest(tx.db, bookingRequestId))?.agreements ?? []).length > 0;
}

/** Under which number it lies, and what it is. */
export async function signedFor(ctx: Ctx, row: EntryRow): Promise<{ id: string; businessId: string; agreements: SignedBrief[] }> {
  const id = signedUnder(row);
  const signatures = await query(ctx, (db) => signaturesOf(db, id));
  return { id, businessId: row.businessId, agreements: signatures.map(briefOf) };
}
