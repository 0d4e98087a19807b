import { consumer, type Tx } from "@leashline/kit";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassEnrolmentChangedSchema, ClassPlacesFreedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { PLACES_CAUSE } from "@leashline/proto/rules/places-cause.ts";
import type { DB } from "../../db.ts";
import { readRequest } from "../../requests/request.store.ts";
import type { RequestRow } from "../../requests/request.ts";
import { readOffer } from "../entry/offer.store.ts";
import { askedAmong } from "../offering/freed.store.ts";
import { noteFreed, UNDO_MS } from "../offering/note-freed.ts";
import { followLine } from "./class-line.jobs.ts";
import { entriesOfClass } from "./class-line.store.ts";

const follow = (tx: Tx<DB>, { classId, businessId }: { classId: string; businessId: string }): void =>
  tx.schedule(followLine, { key: classId, dueAt: new Date(), payload: { classId }, businessId });

/** Whoever comes straight into a class never waited for it. */
const enrolmentChanged = consumer(ClassEnrolmentChangedSchema, async (tx: Tx<DB>, event) => follow(tx, event), {
  wanted: ({ state, version }) => version > 1 || state !== EnrolmentState.ENROLLED,
});

/** How many of the places that the calendar tells of came free just now, and who of the line is not to be asked for them. */
type News = { most: number; passedOver: string[] };

/** An offer kept one place, and a request one for each of its pets: other free ones are known. Nobody is asked anew for what they had or let pass. */
async function newsOf(tx: Tx<DB>, cause: string, classId: string): Promise<News> {
  if (cause.startsWith(PLACES_CAUSE.offer)) {
    const offer = await readOffer(tx.db, cause.slice(PLACES_CAUSE.offer.length));
    if (offer) return { most: 1, passedOver: [offer.entryId] };
  }
  const isDecided = cause.startsWith(PLACES_CAUSE.request);
  const request = isDecided ? await readRequest(tx.db, cause.slice(PLACES_CAUSE.request.length)) : undefined;
  const most = request?.pets.length ?? Number.POSITIVE_INFINITY;
  const isKnown = cause.startsWith(PLACES_CAUSE.back) || (isDecided && !(request && gaveBack(request)));
  return { most, passedOver: isKnown ? await askedAmong(tx.db, await entriesOfClass(tx.db, classId)) : [] };
}

/** Whose places are in the class kept them for its pets, and who asked to wait had none. */
const gaveBack = ({ classWait, state }: RequestRow): boolean => !classWait && state !== "accepted";

/** Each place goes to one after the other by itself; where staff offer it, whoever waits is on the list, also in a line from before there was one. */
const placesFreed = consumer(ClassPlacesFreedSchema, async (tx: Tx<DB>, event) => {
  const { classId, businessId, places, date, lastDate: endDate, startTime, endTime, cause } = event;
  const { most, passedOver } = await newsOf(tx, cause, classId);
  const place = { kind: "seat" as const, classId, date, endDate, startTime, endTime, staffId: "0", passedOver };
  const freed = Array.from({ length: Math.min(places, most) }, (_, nth) => ({ ...place, source: `class:${classId}:${cause}:${nth}` }));
  follow(tx, event);
  await noteFreed(tx, businessId, freed, UNDO_MS);
});

export const classLineConsumers = [enrolmentChanged, placesFreed];
