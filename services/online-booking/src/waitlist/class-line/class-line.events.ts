import { consumer, type Tx } from "@leashline/kit";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassEnrolmentChangedSchema, ClassPlacesFreedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { DB } from "../../db.ts";
import { readOffer } from "../entry/offer.store.ts";
import { OFFER_CAUSE } from "../offering/freed.jobs.ts";
import { noteFreed, UNDO_MS } from "../offering/note-freed.ts";
import { followLine } from "./class-line.jobs.ts";

const follow = (tx: Tx<DB>, { classId, businessId }: { classId: string; businessId: string }): void =>
  tx.schedule(followLine, { key: classId, dueAt: new Date(), payload: { classId }, businessId });

/** Whoever comes straight into a class never waited for it. */
const enrolmentChanged = consumer(ClassEnrolmentChangedSchema, async (tx: Tx<DB>, event) => follow(tx, event), {
  wanted: ({ state, version }) => version > 1 || state !== EnrolmentState.ENROLLED,
});

/** Who has just let the place pass that staff offered to them, or had it taken back, is not asked for it again. */
async function offeredTo(tx: Tx<DB>, cause: string): Promise<string[]> {
  const offer = cause.startsWith(OFFER_CAUSE) && (await readOffer(tx.db, cause.slice(OFFER_CAUSE.length)));
  return offer ? [offer.entryId] : [];
}

/** Each place goes to one after the other by itself; where staff offer it, whoever waits is on the list, also in a line from before there was one. */
const placesFreed = consumer(ClassPlacesFreedSchema, async (tx: Tx<DB>, event) => {
  const { classId, businessId, places, date, lastDate: endDate, startTime, endTime, cause } = event;
  const place = { kind: "seat" as const, classId, date, endDate, startTime, endTime, staffId: "0", passedOver: await offeredTo(tx, cause) };
  const freed = Array.from({ length: places }, (_, nth) => ({ ...place, source: `class:${classId}:${cause}:${nth}` }));
  follow(tx, event);
  await noteFreed(tx, businessId, freed, UNDO_MS);
});

export const classLineConsumers = [enrolmentChanged, placesFreed];
