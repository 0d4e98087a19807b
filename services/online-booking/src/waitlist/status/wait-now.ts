import { type Ctx, todayIn } from "@leashline/kit";
import { query } from "../../db.ts";
import type { RequestRow } from "../../requests/request.ts";
import type { Shop } from "../../storefront/shop.ts";
import { hasPlace } from "../entry/class-place.ts";
import { entriesOfRequest } from "../entry/waitlist.store.ts";
import { type EntryRow, isPlace, stillWaits } from "../entry/waitlist.ts";

/** What has become of a request that was put on the waitlist: nothing while one of its pets waits. */
export async function waitNow(
  { ctx, business }: Pick<Shop, "ctx" | "business">,
  row: Pick<RequestRow, "id" | "state" | "customerId" | "classId">,
): Promise<{ status?: "accepted" | "unlisted" }> {
  if (row.state !== "waitlisted") return {};
  const entries = await query(ctx, (db) => entriesOfRequest(db, row));
  // Whoever waits in the line of a class is on the list a moment later.
  if (entries.length === 0 && row.classId !== "0") return {};
  const today = todayIn(business.timezoneName);
  if (entries.some((entry) => stillWaits(entry, today))) return {};
  return { status: (await anyHasPlace(ctx, entries)) ? "accepted" : "unlisted" };
}

/** Staff may have put the pet into the class without the list. */
async function anyHasPlace(ctx: Ctx, entries: readonly EntryRow[]): Promise<boolean> {
  for (const entry of entries) if (isPlace(entry) && (await hasPlace(ctx, entry))) return true;
  return false;
}
