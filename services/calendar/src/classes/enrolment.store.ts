import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { sql } from "kysely";
import type { CalendarTx, Db } from "../db.ts";
import { Resource, Source } from "../occupancy/resource.ts";
import type { ClassRow, EnrolmentRow, SeatRow, SessionRow } from "./class.ts";

const { ENROLLED, WAITING, WITHDRAWN } = EnrolmentState;

export async function findEnrolment(db: Db, id: string): Promise<EnrolmentRow | undefined> {
  return await db.selectFrom("classEnrolment").selectAll().where("companyId", "=", db.companyId).where("id", "=", id).executeTakeFirst();
}

/** Who is in a class, who waits, and who makes up a session there; in the order in which they came. */
export async function readEnrolments(db: Db, classId: string): Promise<EnrolmentRow[]> {
  const { rows } =
    await sql<EnrolmentRow>`select e.* from class_enrolment e where e.company_id = ${db.companyId} and e.state <> ${WITHDRAWN}
      and (e.class_id = ${classId} or e.id in (select p.enrolment_id from class_seat p join class_session s on s.company_id = p.company_id and s.id = p.session_id
        where p.company_id = ${db.companyId} and s.class_id = ${classId} and p.make_up_for is not null))
    order by e.class_id <> ${classId}, e.state, e.id`.execute(db);
  return rows;
}

export const readSeats = async (db: Db, sessionIds: readonly string[]): Promise<SeatRow[]> =>
  await db
    .selectFrom("classSeat")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`session_id = any(${sessionIds}::bigint[])`)
    .orderBy("sessionId")
    .orderBy("enrolmentId")
    .execute();

export async function findSeat(db: Db, sessionId: string, enrolmentId: string): Promise<SeatRow | undefined> {
  return await db
    .selectFrom("classSeat")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("sessionId", "=", sessionId)
    .where("enrolmentId", "=", enrolmentId)
    .executeTakeFirst();
}

export type NewEnrolment = Pick<
  EnrolmentRow,
  "classId" | "customerId" | "petId" | "customerName" | "petName" | "breed" | "state" | "price" | "bookingRequestId"
>;

export const insertEnrolment = async (db: Db, row: NewEnrolment): Promise<EnrolmentRow> =>
  await db
    .insertInto("classEnrolment")
    .values({ companyId: db.companyId, ...row })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The price stays unless another one is named. */
export async function setState(db: Db, id: string, state: EnrolmentState, price?: string): Promise<EnrolmentRow> {
  return await db
    .updateTable("classEnrolment")
    .set(({ eb }) => ({ state, version: eb("version", "+", 1), ...(price !== undefined && { price }) }))
    .where("companyId", "=", db.companyId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whoever waits longest for a place in a class. */
export async function firstWaiting(db: Db, classId: string): Promise<EnrolmentRow | undefined> {
  return await db
    .selectFrom("classEnrolment")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where("classId", "=", classId)
    .where("state", "=", WAITING)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
}

/** How many wait for a place in the class; up to one of them, itself among them, where that is named. */
export async function countWaiting(db: Db, classId: string, upTo?: string): Promise<number> {
  const { n } = await db
    .selectFrom("classEnrolment")
    .select((eb) => eb.fn.countAll<string>().as("n"))
    .where("companyId", "=", db.companyId)
    .where("classId", "=", classId)
    .where("state", "=", WAITING)
    .$if(upTo !== undefined, (q) => q.where("id", "<=", upTo ?? "0"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Who waits for a place in one of these classes, in the order in which they came. */
export async function readWaiting(db: Db, classIds: readonly string[]): Promise<EnrolmentRow[]> {
  return await db
    .selectFrom("classEnrolment")
    .selectAll()
    .where("companyId", "=", db.companyId)
    .where(sql<boolean>`class_id = any(${classIds}::bigint[])`)
    .where("state", "=", WAITING)
    .orderBy("id")
    .execute();
}

/** What these clients, and these pets, wait for in all classes. */
export async function waitingOf(db: Db, whose: { readonly customerIds: readonly string[]; readonly petIds: readonly string[] }) {
  return await db
    .selectFrom("classEnrolment")
    .select(["id", "customerId", "petId"])
    .where("companyId", "=", db.companyId)
    .where("state", "=", WAITING)
    .where(sql<boolean>`(customer_id = any(${whose.customerIds}::bigint[]) or pet_id = any(${whose.petIds}::bigint[]))`)
    .orderBy("id")
    .execute();
}

/** Whether one of the pets is in a class or waits for it. */
export async function anyIn(db: Db, classId: string, petIds: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom("classEnrolment")
    .select("id")
    .where("companyId", "=", db.companyId)
    .where("classId", "=", classId)
    .where(sql<boolean>`pet_id = any(${petIds}::bigint[])`)
    .where("state", "in", [WAITING, ENROLLED])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** A place for a pet in each of these sessions. The database refuses one too many. */
export async function takeSeats(
  tx: CalendarTx,
  group: ClassRow,
  enrolmentId: string,
  sessions: readonly SessionRow[],
  makeUpFor: string | null,
) {
  const { companyId } = tx.ctx;
  const ids = sessions.map(({ id }) => id);
  await sql`insert into class_seat (company_id, session_id, enrolment_id, make_up_for)
    select ${companyId}, unnest(${ids}::bigint[]), ${enrolmentId}, ${makeUpFor}`.execute(tx.db);
  await sql`insert into occupancy (company_id, source_kind, source_id, resource_kind, resource_id, day, from_utc, to_utc, business_id, exclusive, seats)
    select o.company_id, ${Source.ENROLMENT}::int, ${enrolmentId}::bigint, ${Resource.CLASS_SESSION}::int, o.source_id, o.day, o.from_utc, o.to_utc, ${group.businessId}::bigint, false, 1
    from occupancy o where o.company_id = ${companyId} and o.source_kind = ${sql.lit(Source.CLASS_SESSION)} and o.source_id = any(${ids}::bigint[])`.execute(
    tx.db,
  );
}

/** Pets of a class that have no place in one of its sessions, and make it up nowhere, get one; its places are counted when its time is taken. */
export async function seatLatecomers(tx: CalendarTx, { id, classId }: Pick<SessionRow, "id" | "classId">): Promise<number> {
  const { rows } = await sql`insert into class_seat (company_id, session_id, enrolment_id)
    select e.company_id, ${id}::bigint, e.id from class_enrolment e where e.company_id = ${tx.ctx.companyId} and e.class_id = ${classId}
      and e.state = ${ENROLLED} and not exists (select from class_seat p where p.company_id = e.company_id and p.enrolment_id = e.id
        and (p.session_id = ${id} or p.make_up_for = ${id})) returning enrolment_id`.execute(tx.db);
  return rows.length;
}

/** How many places of these sessions are kept for requests of the booking page, besides those of one hold. */
export async function readHeldSeats(
  db: Db,
  { businessId }: Pick<ClassRow, "businessId">,
  sessionIds: readonly string[],
  ignoreToken = "",
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; seats: number }>`select p.id, sum(p.seats)::int as seats
    from stay_hold h, jsonb_to_recordset(h.places) p(kind int, id bigint, seats int)
    where h.company_id = ${db.companyId} and h.business_id = ${businessId} and h.expires_at > clock_timestamp() and h.token <> ${ignoreToken}
      and p.kind = ${sql.lit(Resource.CLASS_SESSION)} and p.id = any(${sessionIds}::bigint[]) group by 1`.execute(db);
  return new Map(rows.map(({ id, seats }) => [id, seats]));
}

/** Whether a hold still keeps places of a class. */
export async function keepsSeats(db: Db, { id, businessId }: ClassRow, token: string): Promise<boolean> {
  const { rows } = await sql`select 1 from stay_hold h, jsonb_to_recordset(h.places) p(kind int, id bigint)
    join class_session s on s.company_id = ${db.companyId} and s.id = p.id
    where h.company_id = ${db.companyId} and h.business_id = ${businessId} and h.token = ${token} and h.expires_at > clock_timestamp()
      and p.kind = ${sql.lit(Resource.CLASS_SESSION)} and s.class_id = ${id} limit 1`.execute(db);
  return rows.length > 0;
}

/** Its places in these sessions are free. */
export async function leaveSeats(tx: CalendarTx, enrolmentId: string, sessionIds: readonly string[]): Promise<void> {
  const { companyId } = tx.ctx;
  await sql`delete from occupancy where company_id = ${companyId} and source_kind = ${sql.lit(Source.ENROLMENT)} and source_id = ${enrolmentId}
    and resource_id = any(${sessionIds}::bigint[])`.execute(tx.db);
  await sql`delete from class_seat where company_id = ${companyId} and enrolment_id = ${enrolmentId} and session_id = any(${sessionIds}::bigint[])`.execute(
    tx.db,
  );
}

type ComingSeat = Pick<SeatRow, "sessionId" | "makeUpFor" | "attendance"> & { readonly classId: string };

/** The sessions to come in which a pet has a place, also in other classes, which come with their class. */
export async function comingSeats(db: Db, enrolmentId: string): Promise<ComingSeat[]> {
  const { rows } = await sql<ComingSeat>`select p.session_id, p.make_up_for, p.attendance, s.class_id from class_seat p
    join class_session s on s.company_id = p.company_id and s.id = p.session_id
    where p.company_id = ${db.companyId} and p.enrolment_id = ${enrolmentId} and s.end_at > now() order by p.session_id`.execute(db);
  return rows;
}

export async function setAttendance(db: Db, sessionId: string, enrolmentId: string, attendance: number): Promise<SeatRow> {
  return await db
    .updateTable("classSeat")
    .set({ attendance })
    .where("companyId", "=", db.companyId)
    .where("sessionId", "=", sessionId)
    .where("enrolmentId", "=", enrolmentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Of these services, those of which a pet completed a class: all of its sessions are over, and it was there in at least half of them. */
export async function completedBy(db: Db, petId: string, serviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ serviceId: string }>`select distinct g.service_id from class_enrolment e
    join group_class g on g.company_id = e.company_id and g.id = e.class_id
    cross join lateral (select count(*) as held, bool_and(s.end_at <= now()) as over from class_session s
      where s.company_id = e.company_id and s.class_id = e.class_id and s.cancelled_at is null) s
    cross join lateral (select count(*) as present from class_seat p
      where p.company_id = e.company_id and p.enrolment_id = e.id and p.attendance = 1) p
    where e.company_id = ${db.companyId} and e.pet_id = ${petId} and e.state = ${ENROLLED} and g.service_id = any(${serviceIds}::bigint[])
      and s.held > 0 and s.over and p.present * 2 >= s.held`.execute(db);
  return rows.map(({ serviceId }) => serviceId);
}

/** A client or a pet is called otherwise from now on. */
export async function renameClient(db: Db, customerId: string, customerName: string): Promise<void> {
  await sql`update class_enrolment set customer_name = ${customerName}
    where company_id = ${db.companyId} and customer_id = ${customerId} and customer_name <> ${customerName}`.execute(db);
}

export async function renamePet(db: Db, petId: string, { petName, breed }: { petName: string; breed: string }): Promise<void> {
  await sql`update class_enrolment set pet_name = ${petName}, breed = ${breed}
    where company_id = ${db.companyId} and pet_id = ${petId} and (pet_name, breed) <> (${petName}, ${breed})`.execute(db);
}
