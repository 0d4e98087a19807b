import { type Ctx, fail, minorOf, toMoney, unlessTaken } from "@leashline/kit";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { EnrolmentState, type EnrolPetRequest } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassEnrolmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import type { VisitPet } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { type CalendarTx, command, query } from "../db.ts";
import { deleteStayHold } from "../holds/stay-hold.store.ts";
import { readStaff } from "../projections/staff.store.ts";
import { nameOf } from "../projections/staff.ts";
import { admit, type Wish } from "./admit.ts";
import { readSessions } from "./class.store.ts";
import {
  type ClassRow,
  classFull,
  ENROLMENT,
  type EnrolmentBefore,
  type EnrolmentRow,
  freeIn,
  isToCome,
  mustGoOn,
  type SessionRow,
} from "./class.ts";
import { anyIn, countWaiting, firstWaiting, insertEnrolment, keepsSeats, takeSeats } from "./enrolment.store.ts";
import { freeOf, keptFor } from "./free-places.ts";
import { ClassNews, enrolledCause, tellClients } from "./news.ts";
import { classOf, type LockedClass, lockedClass, tell } from "./reading.ts";

const { ENROLLED, WAITING } = EnrolmentState;

/** Pets of a client that come into a class. */
export type Coming = Omit<Wish, "petIds"> & {
  readonly classId: string;
  readonly pets: readonly { readonly petId: string; readonly price?: Money | undefined }[];
  readonly waitlist: boolean;
  /** With which they come; "0": without one. */
  readonly bookingRequestId: string;
  /** Places that were kept for them; "" for none. */
  readonly holdToken: string;
};

export async function enrolPet(
  ctx: Ctx,
  { petId, price, ...wish }: EnrolPetRequest,
): Promise<{ enrolment: EnrolmentRow; group: ClassRow }> {
  const { enrolments, group } = await enrolPets(ctx, { ...wish, pets: [{ petId, price }], holdToken: "", bookingRequestId: "0" });
  return { enrolment: enrolments[0] as EnrolmentRow, group };
}

/** All of the pets, or none. */
export async function enrolPets(ctx: Ctx, coming: Coming): Promise<{ enrolments: EnrolmentRow[]; group: ClassRow }> {
  const { classId, pets, customerId, bookingRequestId } = coming;
  const { group: seen, sessions } = await query(ctx, async (db) => ({
    group: await classOf(ctx, db, classId, "classId"),
    sessions: await readSessions(db, [classId]),
  }));
  const admitted = await admit(ctx, seen, sessions, { ...coming, petIds: petIds(pets) });
  const { enrolments, group } = await command(
    ctx,
    async (tx) => {
      const locked = await lockedClass(tx, classId, "classId");
      const { group } = locked;
      const enrolments: EnrolmentRow[] = [];
      const { states, toCome } = await placesFor(tx, locked, coming);
      for (const [n, { petId, price }] of pets.entries()) {
        const { petName, breed } = admitted.pets[n] as VisitPet;
        const named = { customerName: admitted.customerName, petName, breed, bookingRequestId };
        const state = states[n] ?? WAITING;
        const row = { classId, customerId, petId, ...named, state, price: price ? minorOf(price) : group.price };
        const enrolment = await once(insertEnrolment(tx.db, row));
        if (state === ENROLLED) await takeSeats(tx, group, enrolment.id, toCome, null);
        await changed(tx, group, enrolment, {
          action: state === WAITING ? "waitlist" : "enrol",
          note: admitted.note,
          before: { state: null },
        });
        enrolments.push(enrolment);
      }
      await tellWaiting(tx, group, toCome[0], enrolments);
      if (bookingRequestId === "0") await tellEnrolled(tx, group, toCome, enrolments);
      await tell(tx, locked);
      return { enrolments, group };
    },
    { step: "enrol" },
  );
  return { enrolments: enrolments.map(dated), group };
}

/** Whoever has to wait hears of it, and where in the line. */
async function tellWaiting(tx: CalendarTx, group: ClassRow, session: SessionRow | undefined, enrolments: readonly EnrolmentRow[]) {
  const waiting = enrolments.filter(({ state }) => state === WAITING);
  const [first] = waiting;
  if (!first || !session) return;
  const waitlistPlace = await countWaiting(tx.db, first.classId, first.id);
  await tellClients(tx, waiting, { news: ClassNews.WAITLISTED, group, session, cause: `class-wait-${first.id}`, waitlistPlace });
}

/** Whoever staff put into the class hears of it, each place by itself, as each is taken back; who asked for it hears that their request is accepted. */
async function tellEnrolled(tx: CalendarTx, group: ClassRow, toCome: readonly SessionRow[], enrolments: readonly EnrolmentRow[]) {
  const [session] = toCome;
  if (!session) return;
  const told = { news: ClassNews.ENROLLED, group, session, sessions: toCome.length };
  for (const one of enrolments) if (one.state === ENROLLED) await tellClients(tx, [one], { ...told, cause: enrolledCause(one.id) });
}

/** Which of the pets get a place, in their order, and the sessions in which they get one. What was kept for them is given up for it. */
async function placesFor(tx: CalendarTx, { group, sessions }: LockedClass, { pets, waitlist, holdToken }: Coming) {
  const now = new Date();
  mustGoOn(group, sessions, now);
  if (await anyIn(tx.db, group.id, petIds(pets))) throw inAlready();
  const toCome = sessions.filter((one) => isToCome(one, now));
  const kept = holdToken !== "" && (await keepsSeats(tx.db, group, holdToken));
  const free = await freeOf(tx.db, group, toCome, holdToken);
  const most = kept || (await firstWaiting(tx.db, group.id)) === undefined ? free : 0;
  if (pets.length > most && !waitlist) throw classFull(group.capacity, await keptFor(tx.db, group, free < freeIn(toCome, group.capacity)));
  if (kept) await deleteStayHold(tx, holdToken);
  return { states: pets.map((_, n) => (n < most ? ENROLLED : WAITING)), toCome };
}

export const dated = (row: EnrolmentRow): EnrolmentRow => ({ ...row, createdAt: new Date(row.createdAt) });

const petIds = (pets: Coming["pets"]): string[] => pets.map(({ petId }) => petId);
export const inAlready = () => fail("STATE_CONFLICT", { field: "petId", message: "The pet is in this class or on its waitlist already." });
const once = (work: Promise<EnrolmentRow>) => unlessTaken(work, { once_in_a_class: ["STATE_CONFLICT", "petId"] });

/** What happened to a pet's place; with what was before it can be taken back. */
type Act = { readonly action: string; readonly note?: string; readonly before?: EnrolmentBefore };

/** What others are told of an enrolment, and its line in the log. */
export async function changed(tx: CalendarTx, group: ClassRow, row: EnrolmentRow, { action, note, before }: Act): Promise<void> {
  const [instructor] = await readStaff(tx.db, [group.staffId]);
  const [first] = await readSessions(tx.db, [group.id]);
  tx.log({
    entity: ENROLMENT,
    id: row.id,
    action,
    ...(before && { before }),
    after: { classId: group.id, petId: row.petId, state: row.state, version: row.version },
    ...(note && { note }),
    businessId: group.businessId,
  });
  tx.emit(
    ClassEnrolmentChangedSchema,
    {
      enrolmentId: row.id,
      classId: group.id,
      className: group.name,
      serviceId: group.serviceId,
      businessId: group.businessId,
      customerId: row.customerId,
      customerName: row.customerName,
      petId: row.petId,
      petName: row.petName,
      state: row.state,
      price: toMoney(row.price, group.currency),
      taxId: group.taxId,
      staffId: group.staffId,
      staffName: instructor ? nameOf(instructor) : "",
      firstDate: first?.date ?? "",
      version: row.version,
      classCancelled: group.cancelledAt !== null,
    },
    { key: `enrolment-${row.id}` },
  );
}
