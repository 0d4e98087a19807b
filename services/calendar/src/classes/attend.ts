import { type Ctx, fail, mustExist } from "@leashline/kit";
import {
  type AddMakeUpRequest,
  EnrolmentState,
  type SetAttendanceRequest,
} from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { command } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { findSession } from "./class.store.ts";
import {
  classFull,
  classLock,
  ENROLMENT,
  ENTITY,
  type EnrolmentBefore,
  freeIn,
  isToCome,
  mustBeToCome,
  mustHaveBegun,
  type SeatRow,
  type SessionRow,
  withHeld,
} from "./class.ts";
import { findEnrolment, findSeat, leaveSeats, readHeldSeats, setAttendance, setState, takeSeats } from "./enrolment.store.ts";
import { freeing, keptFor } from "./free-places.ts";
import { classOfSession, enrolmentOf, lockedClass, tell } from "./reading.ts";

export async function noteAttendance(ctx: Ctx, { sessionId, enrolmentId, attendance }: SetAttendanceRequest): Promise<SeatRow> {
  const classId = await classOfSession(ctx, sessionId, "sessionId");
  return await command(
    ctx,
    async (tx) => {
      const locked = await lockedClass(tx, classId, "sessionId");
      const session = (await findSession(tx.db, sessionId)) as SessionRow;
      const { zone } = await businessOf(ctx, locked.group.businessId);
      if (session.cancelledAt !== null) throw fail("STATE_CONFLICT", { field: "sessionId", message: "This session is canceled." });
      mustHaveBegun(session, zone, new Date());
      mustExist(await findSeat(tx.db, sessionId, enrolmentId), "enrolmentId");
      const seat = await setAttendance(tx.db, sessionId, enrolmentId, attendance);
      tx.log({ entity: ENTITY, id: classId, action: "attendance", after: { ...seat }, businessId: locked.group.businessId });
      await tell(tx, locked);
      return seat;
    },
    { step: "attendance" },
  );
}

export async function addMakeUp(
  ctx: Ctx,
  { enrolmentId, missedSessionId, sessionId }: AddMakeUpRequest,
): Promise<{ seat: SeatRow; version: number }> {
  const { classId } = await enrolmentOf(ctx, enrolmentId);
  const otherId = await classOfSession(ctx, sessionId, "sessionId");
  return await command(
    ctx,
    async (tx) => {
      tx.lock([classLock(classId), classLock(otherId)]);
      const [own, other] = [await lockedClass(tx, classId), await lockedClass(tx, otherId, "sessionId")];
      const now = new Date();
      const missed = mustExist(
        own.sessions.find(({ id }) => id === missedSessionId),
        "missedSessionId",
      );
      const session = other.sessions.find(({ id }) => id === sessionId) as SessionRow;
      const enrolment = mustExist(await findEnrolment(tx.db, enrolmentId), "enrolmentId");
      if (enrolment.state !== EnrolmentState.ENROLLED)
        throw fail("STATE_CONFLICT", { field: "enrolmentId", message: "The pet is not in the class." });
      if (otherId === classId || other.group.serviceId !== own.group.serviceId)
        throw fail("PARAMS_INVALID", { field: "sessionId", reason: "is not of another class of the same service" });
      if (missed.cancelledAt !== null)
        throw fail("STATE_CONFLICT", { field: "missedSessionId", message: "This session is canceled: there is nothing to make up." });
      mustBeToCome(session, now, "sessionId");
      const held = await readHeldSeats(tx.db, other.group, [session.id]);
      if (freeIn(withHeld([session], held), other.group.capacity) < 1)
        throw classFull(other.group.capacity, await keptFor(tx.db, other.group, held.size > 0));
      await mustHaveMissed({ now, missed, seat: await findSeat(tx.db, missed.id, enrolmentId) });
      if (isToCome(missed, now))
        await freeing(tx, [own.group], `made-up-${enrolmentId}-${missed.id}-v${enrolment.version}`, () =>
          leaveSeats(tx, enrolmentId, [missed.id]),
        );
      await takeSeats(tx, other.group, enrolmentId, [session], missed.id).catch(onceOnly);
      const { version } = await setState(tx.db, enrolmentId, enrolment.state);
      const before: EnrolmentBefore = { missedSessionId, sessionId, gaveUp: isToCome(missed, now) };
      const after = { classId, missedSessionId, sessionId, version };
      tx.log({ entity: ENROLMENT, id: enrolmentId, action: "make-up", before, after, businessId: own.group.businessId });
      await tell(tx, own);
      await tell(tx, other);
      return { seat: (await findSeat(tx.db, sessionId, enrolmentId)) as SeatRow, version };
    },
    { step: "make-up" },
  );
}

type Missed = { now: Date; missed: SessionRow; seat: SeatRow | undefined };

function mustHaveMissed({ missed, now, seat }: Missed): void {
  const missedIt = isToCome(missed, now) ? seat !== undefined : seat?.attendance !== 1;
  if (!missedIt)
    throw fail("STATE_CONFLICT", { field: "missedSessionId", message: "The pet did not miss this session, or makes it up already." });
}

const onceOnly = (error: Error & { constraint?: string }): never => {
  if (error.constraint !== "made_up_once" && error.constraint !== "class_seat_pkey") throw error;
  throw fail("STATE_CONFLICT", { field: "missedSessionId", message: "The pet makes this session up already." });
};
