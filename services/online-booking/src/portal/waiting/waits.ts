import { fail } from "@leashline/kit";
import { query } from "../../db.ts";
import { summaryOf } from "../../storefront/plan.ts";
import { deleteEntry } from "../../waitlist/entry/entries.ts";
import { lastOffers } from "../../waitlist/entry/offer.store.ts";
import { isOpen } from "../../waitlist/entry/offer.ts";
import { readEntries, waitsOfClient } from "../../waitlist/entry/waitlist.store.ts";
import { offerLink } from "../../waitlist/offering/offer.jobs.ts";
import type { Opened } from "../client-link.ts";

const MOST = 20;

/** What they wait for, and the page of the time that is offered to them. */
export async function waitsOf({ shop: { ctx }, link: { businessId, customerId } }: Opened) {
  const { rows, offers } = await query(ctx, async (db) => {
    const rows = await waitsOfClient(db, businessId, customerId, MOST);
    const ids = rows.map(({ id }) => id);
    return { rows, offers: await lastOffers(db, ids) };
  });
  return rows.map(({ id, pets, dates, nights, validTill, appointmentId }) => {
    const offer = offers.get(id);
    return {
      waitId: id,
      summary: summaryOf(pets.map(({ petName, services }) => ({ name: petName, services: services.map(({ name }) => name) }))),
      ...{ dates, nights, validTill },
      offerUrl: offer && isOpen(offer, Date.now()) ? offerLink(ctx, offer) : "",
      moves: appointmentId !== "0",
    };
  });
}

/** Of anybody else's place it knows nothing; one that they left already is gone. */
export async function leave({ shop: { ctx }, link: { businessId, customerId } }: Opened, id: string): Promise<void> {
  const [row] = await query(ctx, (db) => readEntries(db, [id]));
  if (!row) return;
  if (row.customerId !== customerId || row.businessId !== businessId) throw fail("NOT_FOUND", { field: "waitId" });
  if (row.state === "booked") throw fail("STATE_CONFLICT", { message: "This is booked already. Please look at your visits." });
  await deleteEntry(ctx, id, null);
}
