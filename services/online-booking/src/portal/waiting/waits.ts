import { fail, fromWireDate } from "@leashline/kit";
import { query } from "../../db.ts";
import { summaryOf } from "../../storefront/plan.ts";
import { linesOf } from "../../waitlist/entry/class-place.ts";
import { deleteEntry } from "../../waitlist/entry/entries.ts";
import { lastOffers } from "../../waitlist/entry/offer.store.ts";
import { isOpen } from "../../waitlist/entry/offer.ts";
import { readEntries, waitsOfClient } from "../../waitlist/entry/waitlist.store.ts";
import type { EntryRow } from "../../waitlist/entry/waitlist.ts";
import { offerLink } from "../../waitlist/offering/offer.jobs.ts";
import type { Opened } from "../client-link.ts";
import { orElse } from "../file/or-else.ts";

const MOST = 20;

/** What they wait for, and the page of the time that is offered to them. */
export async function waitsOf({ shop: { ctx }, link: { businessId, customerId } }: Opened) {
  const { rows, offers } = await query(ctx, async (db) => {
    const rows = await waitsOfClient(db, businessId, customerId, MOST);
    const ids = rows.map(({ id }) => id);
    return { rows, offers: await lastOffers(db, ids) };
  });
  const lines: Lines = await linesOf(ctx, rows).catch(orElse(new Map()));
  return rows.map((row) => {
    const { id, pets, nights, validTill, appointmentId } = row;
    const offer = offers.get(id);
    return {
      waitId: id,
      summary: summaryOf(pets.map(({ petName, services }) => ({ name: petName, services: services.map(({ name }) => name) }))),
      ...inLine(row, lines),
      ...{ nights, validTill },
      offerUrl: offer && isOpen(offer, Date.now()) ? offerLink(ctx, offer) : "",
      moves: appointmentId !== "0",
    };
  });
}

type Lines = Awaited<ReturnType<typeof linesOf>>;

/** Of a class: the days of its sessions to come, and which in the line they are. */
function inLine({ dates, classId, enrolmentId }: EntryRow, lines: Lines) {
  const line = lines.get(classId);
  if (!line) return { dates };
  return {
    dates: (line.groupClass?.sessions ?? []).map(({ date }) => fromWireDate(date, "date")),
    linePlace: line.waiting.findIndex(({ enrolment }) => enrolment?.id === enrolmentId) + 1,
  };
}

/** One that they left already is gone, and anybody else's is answered like one that nobody has: nothing happens. */
export async function leave({ shop: { ctx }, link: { businessId, customerId } }: Opened, id: string): Promise<void> {
  const [row] = await query(ctx, (db) => readEntries(db, [id]));
  if (row?.customerId !== customerId || row.businessId !== businessId) return;
  if (row.state === "booked") throw fail("STATE_CONFLICT", { message: "This is booked already. Please look at your visits." });
  await deleteEntry(ctx, id, null);
}
