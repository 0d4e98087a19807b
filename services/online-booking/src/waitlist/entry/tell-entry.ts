import { type Tx, toMoney, toTimestamp } from "@leashline/kit";
import {
  WaitlistEntryChangedSchema,
  WaitlistOfferAcceptedSchema,
  WaitlistOfferDeclinedSchema,
  WaitlistOfferEndedSchema,
  WaitlistOfferMadeSchema,
} from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { WaitlistState } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import type { DB } from "../../db.ts";
import { summaryOf } from "../../storefront/plan.ts";
import type { OfferRow } from "./offer.store.ts";
import { stateOf } from "./offer.ts";
import type { EntryRow } from "./waitlist.ts";

const keyOf = (entryId: string) => ({ key: `waitlist:${entryId}` });

/** Who waits, and for what. */
const waiterOf = ({ id, businessId, customerId, firstName, lastName, careTypes, classId, pets }: EntryRow) => ({
  ...{ waitListId: id, businessId, customerId, firstName, lastName, careTypes, classId },
  summary: summaryOf(pets.map(({ petName, services }) => ({ name: petName, services: services.map(({ name }) => name) }))),
  services: pets.flatMap(({ petName, services }) => services.map(({ name }) => ({ petName, serviceName: name }))),
});

/** Tells whoever listens how somebody stands on the list now. */
export function tellEntry(tx: Tx<DB>, row: EntryRow, { created = false } = {}): void {
  const { dates, nights, timeRanges, staffIds, note, validFrom, validTill, appointmentId, bookingRequestId, version } = row;
  tx.emit(
    WaitlistEntryChangedSchema,
    {
      ...waiterOf(row),
      ...{ dates, nights, timeRanges, staffIds, note, validFrom, validTill, appointmentId, bookingRequestId, version, created },
      price: toMoney(row.total, row.currency),
      state: row.state === "booked" ? WaitlistState.BOOKED : WaitlistState.WAITING,
      fromOnline: row.fromOnline,
      deleted: row.state === "removed",
    },
    keyOf(row.id),
  );
}

function offerOf(offer: OfferRow, entry: EntryRow) {
  const { id, date, endDate, startTime, endTime, staffId, freedTimeId } = offer;
  return {
    ...waiterOf(entry),
    ...{ waitlistOfferId: id, date, endDate: endDate ?? "", startTime, endTime, staffId },
    answerUntil: toTimestamp(offer.answerUntil),
    automatic: freedTimeId !== "0",
  };
}

export const tellMade = (tx: Tx<DB>, offer: OfferRow, entry: EntryRow): void =>
  tx.emit(WaitlistOfferMadeSchema, { offer: offerOf(offer, entry) }, keyOf(entry.id));

/** What became of an offer that is over. */
export function tellOver(tx: Tx<DB>, row: OfferRow, entry: EntryRow): void {
  const offer = offerOf(row, entry);
  const { appointmentId } = entry;
  if (row.state === "accepted") tx.emit(WaitlistOfferAcceptedSchema, { offer, appointmentId }, keyOf(entry.id));
  else if (row.state === "passed") tx.emit(WaitlistOfferDeclinedSchema, { offer }, keyOf(entry.id));
  else tx.emit(WaitlistOfferEndedSchema, { offer, state: stateOf(row, Date.now()) }, keyOf(entry.id));
}
