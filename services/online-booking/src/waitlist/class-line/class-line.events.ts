import { consumer, type Tx } from "@leashline/kit";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassEnrolmentChangedSchema, ClassPlacesFreedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { DB } from "../../db.ts";
import { type OfferRow, readOffer } from "../entry/offer.store.ts";
import { OFFER_CAUSE } from "../offering/freed.jobs.ts";
import { noteFreed, UNDO_MS } from "../offering/note-freed.ts";
import { followLine } from "./class-line.jobs.ts";

const follow = (tx: Tx<DB>, { classId, businessId }: { classId: string; businessId: string }): void =>
  tx.schedule(followLine, { key: classId, dueAt: new Date(), payload: { classId }, businessId });

/** Whoever comes straight into a class never waited for it. */
const enrolmentChanged = consumer(ClassEnrolmentChangedSchema, async (tx: Tx<DB>, event) => follow(tx, event), {
  wanted: ({ state, version }) => version > 1 || state !== EnrolmentState.ENROLLED,
});

const offerBehind = async (tx: Tx<DB>, cause: string): Promise<OfferRow | undefined> =>
  cause.startsWith(OFFER_CAUSE) ? await readOffer(tx.db, cause.slice(OFFER_CAUSE.length)) : undefined;

/**
 * Each place goes to one after the other by itself; where staff offer it, whoever waits is on the list, also in a line from before there was one. An offer
 * kept one place, so no more than that comes free with it: others that are free are known, and who said no to them is not asked again. Nor is whoever had
 * the offer.
 */
const placesFreed = consumer(ClassPlacesFreedSchema, async (tx: Tx<DB>, event) => {
  const { classId, businessId, places, date, lastDate: endDate, startTime, endTime, cause } = event;
  const offer = await offerBehind(tx, cause);
  const passedOver = offer ? [offer.entryId] : [];
  const place = { kind: "seat" as const, classId, date, endDate, startTime, endTime, staffId: "0", passedOver };
  const length = offer ? Math.min(places, 1) : places;
  const freed = Array.from({ length }, (_, nth) => ({ ...place, source: `class:${classId}:${cause}:${nth}` }));
  follow(tx, event);
  await noteFreed(tx, businessId, freed, UNDO_MS);
});

export const classLineConsumers = [enrolmentChanged, placesFreed];
