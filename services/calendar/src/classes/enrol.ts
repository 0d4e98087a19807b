import { type Ctx, can, fail, minorOf, mustExist, toMoney, unlessTaken } from "@leashline/kit";
import { EnrolmentState, type EnrolPetRequest } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ClassEnrolmentChangedSchema } from "@leashline/proto/leashline/calendar/v1/events_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { offered } from "../appointments/catalogue.ts";
import { type CalendarTx, command, query } from "../db.ts";
import { readStaff } from "../projections/staff.store.ts";
import { nameOf } from "../projections/staff.ts";
import { readSessions } from "./class.store.ts";
import { type ClassRow, classFull, classLock, ENTITY, type EnrolmentRow, freeIn, isToCome, mustGoOn } from "./class.ts";
import { drawClass } from "./class-cards.store.ts";
import {
  comingSeats,
  completedBy,
  findEnrolment,
  firstWaiting,
  insertEnrolment,
  leaveSeats,
  setState,
  takeSeats,
} from "./enrolment.store.ts";
import { ClassNews, tellClients } from "./news.ts";
import { classOf, enrolmentOf, lockedClass, tell } from "./reading.ts";

const { ENROLLED, WAITING, WITHDRAWN } = EnrolmentState;

async function partyOf(ctx: Ctx, { customerId, petId }: EnrolPetRequest) {
  const { client, pets } = await ctx.client(VisitPartyService).getVisitParty({ customerId, petIds: [petId] });
  if (!client) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  const [pet] = pets;
  if (!pet) throw fail("PET_NOT_FOUND", { field: "petId" });
  return { customerName: `${client.firstName} ${client.lastName}`.trim(), petName: pet.petName, breed: pet.breed };
}

/** The classes that this one builds on; none where the service is gone. */
async function prerequisitesOf(ctx: Ctx, { businessId, serviceId }: ClassRow): Promise<string[]> {
  const service = (await offered(ctx, businessId, [serviceId], "classId")).get(serviceId);
  return service?.options?.prerequisiteClassIds ?? [];
}

async function mustHaveCompleted(ctx: Ctx, group: ClassRow, { petId, withoutPrerequisites }: EnrolPetRequest): Promise<void> {
  if (withoutPrerequisites && can(ctx, Permission.OVERBOOK)) return;
  const needed = await prerequisitesOf(ctx, group);
  if (needed.length === 0) return;
  const completed = await query(ctx, (db) => completedBy(db, petId, needed));
  const missing = needed.filter((id) => !completed.includes(id));
  if (missing.length === 0) return;
  const names = [...(await offered(ctx, group.businessId, missing, "classId")).values()].map(({ name }) => name).join(", ");
  throw fail("STATE_CONFLICT", {
    field: "petId",
    message: `The pet has to complete another class first: ${names}.`,
    facts: { why: "prerequisite", serviceIds: missing.join(",") },
  });
}

export async function enrolPet(ctx: Ctx, request: EnrolPetRequest): Promise<{ enrolment: EnrolmentRow; group: ClassRow }> {
  const seen = await query(ctx, (db) => classOf(ctx, db, request.classId, "classId"));
  const party = await partyOf(ctx, request);
  await mustHaveCompleted(ctx, seen, request);
  return await command(
    ctx,
    async (tx) => {
      const locked = await lockedClass(tx, request.classId, "classId");
      const { group, sessions } = locked;
      const now = new Date();
      mustGoOn(group, sessions, now);
      const coming = sessions.filter((one) => isToCome(one, now));
      const waits = freeIn(coming, group.capacity) < 1 || (await firstWaiting(tx.db, group.id)) !== undefined;
      if (waits && !request.waitlist) throw classFull(group.capacity);
      const { customerId, petId } = request;
      const price = request.price ? minorOf(request.price) : group.price;
      const row = { classId: group.id, customerId, petId, ...party, state: waits ? WAITING : ENROLLED, price };
      const enrolment = await once(insertEnrolment(tx.db, row));
      if (!waits) await takeSeats(tx, group, enrolment.id, coming, null);
      await changed(tx, group, enrolment, waits ? "waitlist" : "enrol");
      await tell(tx, locked);
      return { enrolment, group };
    },
    { step: "enrol" },
  ).then(({ enrolment, group }) => ({ enrolment: { ...enrolment, createdAt: new Date(enrolment.createdAt) }, group }));
}

const once = (work: Promise<EnrolmentRow>) => unlessTaken(work, { once_in_a_class: ["STATE_CONFLICT", "petId"] });

/** Whoever waits gets the places that are free, in the order in which they came. */
export async function letIn(tx: CalendarTx, group: ClassRow): Promise<EnrolmentRow[]> {
  const found: EnrolmentRow[] = [];
  if (group.cancelledAt !== null) return found;
  for (;;) {
    const now = new Date();
    const coming = (await readSessions(tx.db, [group.id])).filter((one) => isToCome(one, now));
    const next = freeIn(coming, group.capacity) > 0 ? await firstWaiting(tx.db, group.id) : undefined;
    if (!next) return found;
    const enrolment = await setState(tx.db, next.id, ENROLLED);
    await takeSeats(tx, group, enrolment.id, coming, null);
    await changed(tx, group, enrolment, "enrol");
    const [session] = coming;
    if (session) await tellClients(tx, [enrolment], { news: ClassNews.PLACE, group, session, cause: `class-place-${enrolment.id}` });
    found.push(enrolment);
  }
}

export type Withdrawn = { enrolment: EnrolmentRow; letIn: EnrolmentRow[]; group: ClassRow };

export async function withdrawPet(ctx: Ctx, enrolmentId: string): Promise<Withdrawn> {
  const { classId } = await enrolmentOf(ctx, enrolmentId);
  const places = await query(ctx, (db) => comingSeats(db, enrolmentId));
  const withRows = await command(
    ctx,
    async (tx) => {
      // A pet may have a place to make up a session elsewhere: whoever waits there gets that one.
      tx.lock([classId, ...places.map((one) => one.classId)].map(classLock));
      const locked = await lockedClass(tx, classId, "enrolmentId");
      const before = mustExist(await findEnrolment(tx.db, enrolmentId), "enrolmentId");
      if (before.state === WITHDRAWN) return { enrolment: before, letIn: [] as EnrolmentRow[], group: locked.group };
      const enrolment = await setState(tx.db, enrolmentId, WITHDRAWN);
      const held = await comingSeats(tx.db, enrolmentId);
      await leaveSeats(
        tx,
        enrolmentId,
        held.map((one) => one.sessionId),
      );
      await changed(tx, locked.group, enrolment, "withdraw");
      const came = await letIn(tx, locked.group);
      for (const id of new Set(held.map((one) => one.classId).filter((id) => id !== classId))) {
        await letIn(tx, await classOf(ctx, tx.db, id));
        await drawClass(tx, id);
      }
      await tell(tx, locked);
      return { enrolment, letIn: came, group: locked.group };
    },
    { step: "withdraw" },
  );
  const dated = (row: EnrolmentRow): EnrolmentRow => ({ ...row, createdAt: new Date(row.createdAt) });
  return { ...withRows, enrolment: dated(withRows.enrolment), letIn: withRows.letIn.map(dated) };
}

/** What others are told of an enrolment, and its line in the log. */
export async function changed(tx: CalendarTx, group: ClassRow, row: EnrolmentRow, action: string): Promise<void> {
  const [instructor] = await readStaff(tx.db, [group.staffId]);
  const [first] = await readSessions(tx.db, [group.id]);
  tx.log({
    entity: ENTITY,
    id: group.id,
    action,
    after: { enrolmentId: row.id, petId: row.petId, state: row.state },
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
