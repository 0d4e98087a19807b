import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  asTenant,
  type Ctx,
  ErrorCode,
  fromConnectError,
  fromMoney,
  process,
  type Run,
  refusalForGood,
  type Tx,
  toMoney,
  toWireDate,
} from "@leashline/kit";
import type { BookAppointmentRequestSchema } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { type Appointment, AppointmentSource, AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClassHoldService } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { BookingRequestAcceptedSchema } from "@leashline/proto/leashline/online_booking/v1/events_pb.js";
import { becameClient } from "../abandoned/recover.ts";
import { announce, handOver, recall } from "../agreements/hand-over.ts";
import { dropSignatures } from "../agreements/signature.store.ts";
import { command, type DB } from "../db.ts";
import { letPaymentGo } from "../payment-groups/payment.jobs.ts";
import { acceptPayment, type Progress, progressFor } from "../payment-groups/progress.ts";
import { fromKept } from "../storefront/agreed.ts";
import { depositAsked } from "../storefront/deposit.ts";
import { taxRatesOf } from "../storefront/shop.ts";
import { type Cost, costOf, staySummary } from "./booked/booked.ts";
import { type Client, clientOf, forgetNewcomer } from "./client-of.ts";
import { loseTime } from "./proposal/end.ts";
import { keepTime, releaseTime } from "./request.jobs.ts";
import { forgetHold, lockFor, mustRead, saveMove } from "./request.store.ts";
import { type Asked, type AskedService, askedBefore, type Chosen, chosenOf, isSameTime, type RequestRow, reachOf } from "./request.ts";
import { saidOf, tellOnce, tellRequest, tellWaiting } from "./tell.ts";

/** The time that is tried, the request's own hold as it was then, and whether a card or signatures came with it. Runs that earlier versions began bring `earlierKey`, or say nothing of these. `byClient`: they chose the time themselves, of those that were proposed. */
export type Acceptance = Chosen & { holdToken: string; earlierKey?: string; byClient?: true; withCard?: boolean; withAgreements?: boolean };
type Booked = Pick<Appointment, "startTime" | "endTime"> & {
  appointmentId: string;
  staffName: string;
  deposit?: Asks | null;
  /** Of daycare on several days, what the other days became. */
  otherIds?: readonly string[];
  /** At another time than was asked for, what it comes to; not there where the calendar does not say, and in runs of earlier versions. */
  cost?: Cost | undefined;
  /** Of a class: one of the pets waits for a place. */
  waits?: boolean;
};
/** Money that is asked for ahead, in minor units. */
type Asks = { minor: string; currency: string };

/** Client, then calendar, then our own row, which is not refused any more. After a refusal the request waits again. */
export const acceptance = process<Acceptance>("accept-request", {
  steps: [
    { name: "client", run: keepClient, undo: waitAgain },
    { name: "announce", run: announceSigned, undo: recallSigned, needed: isSigned },
    { name: "book", run: book },
    { name: "sign", run: handOverSigned, needed: isSigned },
    { name: "pay", run: pay, needed: ({ withCard }) => withCard !== false },
    { name: "decide", within: (tx, run) => decide(tx as never, run) },
  ],
});

const underItsKey = (ctx: Ctx, { input: { earlierKey } }: Run<Acceptance>): Ctx =>
  earlierKey ? asTenant({ ...ctx, idempotencyKey: earlierKey }, ctx.caller) : ctx;

/** Nobody changes what it asks for while it is being accepted. */
const asked = (ctx: Ctx, { key, once }: Run<Acceptance>): Promise<RequestRow> => once("request", () => mustRead(ctx, key));

async function keepClient(ctx: Ctx, run: Run<Acceptance>): Promise<Client> {
  return await clientOf(underItsKey(ctx, run), await asked(ctx, run), run.input.byStaff ?? false);
}

function isSigned({ withAgreements }: Acceptance): boolean {
  return withAgreements === true;
}

async function announceSigned(ctx: Ctx, run: Run<Acceptance>): Promise<null> {
  await announce(ctx, await asked(ctx, run), (run.results.client as Client).customerId);
  return null;
}

async function recallSigned(ctx: Ctx, { key, input, results }: Run<Acceptance>): Promise<void> {
  if (isSigned(input)) await recall(ctx, key, (results.client as Client).customerId);
}

/** What was signed is the client's, for what was booked. Whoever waits for a place signed for when they have one: it stays with the request. */
async function handOverSigned(ctx: Ctx, run: Run<Acceptance>): Promise<{ kept: boolean }> {
  const { customerId } = run.results.client as Client;
  const { appointmentId, otherIds = [], waits } = run.results.book as Booked;
  if (waits) {
    await recall(ctx, run.key, customerId);
    return { kept: false };
  }
  const appointmentIds = [appointmentId, ...otherIds].filter((id) => id !== "0");
  return { kept: await handOver(ctx, await asked(ctx, run), { customerId, appointmentIds }) };
}

type Booking = MessageInitShape<typeof BookAppointmentRequestSchema>;

/** In the place of the request's own hold, which may be at another time; when that has run out, like any other appointment. */
async function book(ctx: Ctx, run: Run<Acceptance>): Promise<Booked> {
  const { holdToken } = run.input;
  const row = await asked(ctx, run);
  if (row.classId !== "0") return await enrol(underItsKey(ctx, run), row, run);
  const bookedOn = (day: string) => bookingOf(row, run, day);
  // Another request, and so another key: the calendar's no to the hold does not answer the second try.
  const calendar = underItsKey(ctx, run).client(AppointmentService);
  const bookIn = async (visit: Booking) =>
    await calendar.bookAppointment({ ...visit, holdToken }).catch(async (error) => {
      if (!holdToken || fromConnectError(error)?.code !== ErrorCode.HOLD_EXPIRED) throw error;
      if (holdToken === row.holdToken) await command(ctx, (tx) => forgetHold(tx, run.key), { step: "forget hold" });
      return await calendar.bookAppointment({ ...visit, holdToken: "" });
    });
  const { appointment, others } = await withOtherDays(ctx, run.input.moreDates ?? row.moreDates, bookedOn, run.input.date, bookIn);
  if (!appointment) throw new Error("the calendar booked without answering with the appointment");
  const { id: appointmentId, startTime, endTime, petServiceList } = appointment;
  const { customerId } = run.results.client as Client;
  const deposit = await depositOf(ctx, row, customerId, [appointment, ...others]);
  const otherIds = others.map(({ id }) => id);
  const cost = await costAt(ctx, row, run, [appointment, ...others]);
  return { appointmentId, startTime, endTime, staffName: petServiceList[0]?.staffName ?? "", deposit, otherIds, ...(cost && { cost }) };
}

/** What another time than was asked for comes to; where the taxes cannot be had, without a bill: the visit is booked. */
async function costAt(ctx: Ctx, row: RequestRow, { input, results }: Run<Acceptance>, visits: readonly Appointment[]) {
  if (isSameTime(input, chosenOf(row, {}))) return undefined;
  const lines = visits.flatMap(({ petServiceList }) => petServiceList);
  const taxRates = await taxRatesOf(ctx, lines).catch(() => null);
  return costOf(row, { visits, petIds: (results.client as Client).petIds, taxRates });
}

/** The card that came with it is charged, kept or asked for its hold. Never refused: the visit is booked, and what could not be had is owed like any other bill. */
async function pay(ctx: Ctx, run: Run<Acceptance>): Promise<Progress | null> {
  const { paymentRef: ref } = await asked(ctx, run);
  const { appointmentId, waits } = run.results.book as Booked;
  if (!ref || waits) return null;
  const { customerId } = run.results.client as Client;
  return await acceptPayment(ctx, { ref, appointmentId, customerId });
}

/** The pets come into the class, in the places that were kept for them, or wait for places where that was asked for. */
async function enrol(ctx: Ctx, row: RequestRow, { input, results }: Run<Acceptance>): Promise<Booked> {
  const { customerId, petIds } = results.client as Client;
  const { override, holdToken, waitlist = false } = input;
  const { enrolments } = await ctx.client(ClassHoldService).enrolPets({
    ...{ classId: row.classId, customerId, holdToken, waitlist: waitlist || row.classWait, bookingRequestId: row.id },
    pets: row.pets.map(({ services: [service] }, n) => ({
      petId: petIds[n] ?? "0",
      ...(service && { price: toMoney(service.minor, row.currency) }),
    })),
    ...(override && { override, withoutPrerequisites: override.overbook }),
  });
  const { startTime, endTime, staffName } = row;
  const waits = enrolments.some(({ state }) => state === EnrolmentState.WAITING);
  return { appointmentId: "0", startTime, endTime, staffName, deposit: null, waits };
}

/** What will be asked for ahead of what was booked just now, beyond what is prepaid. It is told on the appointment's page too, so that nothing waits for an answer. */
async function depositOf(
  ctx: Ctx,
  { businessId, currency, prepayMinor }: RequestRow,
  customerId: string,
  booked: readonly Pick<Appointment, "id" | "petServiceList">[],
): Promise<Asks | null> {
  const visits = booked.map((one) => one.petServiceList.map(({ serviceId, price }) => ({ serviceId, minor: fromMoney(price).minor })));
  const asked = { customerId, appointmentIds: booked.map(({ id }) => id), visits, currency };
  const deposit = await depositAsked({ ...ctx, businessId }, asked).catch(() => undefined);
  const left = fromMoney(deposit).minor - BigInt(prepayMinor);
  return deposit && left > 0n ? { minor: String(left), currency } : null;
}

type BookedOne = { appointment?: Appointment | undefined };

/** Of daycare on several days, the others first: the first day is what the request becomes. Where one of them is refused, none is booked. */
async function withOtherDays(
  ctx: Ctx,
  moreDates: readonly string[],
  bookedOn: (day: string) => Booking,
  first: string,
  bookIn: (visit: Booking) => Promise<BookedOne>,
): Promise<BookedOne & { others: Appointment[] }> {
  const made: Appointment[] = [];
  try {
    for (const day of moreDates) {
      const { appointment } = await bookIn({ ...bookedOn(day), bookingRequestId: "0", toldWithAnother: true });
      if (appointment) made.push(appointment);
    }
    return { ...(await bookIn(bookedOn(first))), others: made };
  } catch (error) {
    // What may still come right is tried again under its key, and answers with what it booked.
    if (refusalForGood(error)) for (const { id } of made) await ctx.client(AppointmentService).deleteAppointment({ id });
    throw error;
  }
}

function bookingOf(row: RequestRow, { input, results }: Run<Acceptance>, date: string): Booking {
  const { customerId, petIds, addressId = "0" } = results.client as Client;
  const { startTime, staffId, endDate, endTime, override } = input;
  // For another day than was asked for the rules of that day say.
  const priced = endDate === undefined ? [row.date, ...row.moreDates].includes(date) : isSameTime(input, chosenOf(row, {}));
  return {
    ...{ businessId: row.businessId, customerId, addressId, staffId },
    appointmentDate: toWireDate(date),
    startTime,
    // What is sold together was asked for together, and its time is kept.
    withoutBundled: true,
    petServices: row.pets.map((pet, i) => ({
      petId: petIds[i] ?? "0",
      services: pet.services.map((s) => ({
        serviceId: s.serviceId,
        ...(s.stayDay && { stayDay: s.stayDay }),
        ...(endDate === undefined && { duration: s.duration }),
        ...(priced && priceOn(s, date, row.currency)),
      })),
    })),
    ticketComments: [row.note, ...row.pets.map((p) => (p.notes ? `${p.petName}: ${p.notes}` : ""))].filter(Boolean).join("\n"),
    source: AppointmentSource.ONLINE_BOOKING,
    status: AppointmentStatus.CONFIRMED,
    bookingRequestId: row.id,
    ...fromKept(row.policy),
    ...(endDate && { endDate: toWireDate(endDate), endTime: endTime ?? row.endTime, lodgingTypeId: row.lodgingTypeId }),
    ...(override && { override }),
  };
}

/** What a service was asked for at; of one that has another price on other days, nothing for a day that it was not asked for: then the rules of the calendar say. */
function priceOn({ minor, minorOn }: AskedService, date: string, currency: string): { price?: ReturnType<typeof toMoney> } {
  const asked = minorOn ? minorOn[date] : minor;
  return asked === undefined ? {} : { price: toMoney(asked, currency) };
}

async function decide(tx: Tx<DB>, { key: id, input, results }: Run<Acceptance>): Promise<void> {
  const { customerId } = results.client as Client;
  const booked = results.book as Booked;
  const { appointmentId, deposit } = booked;
  const asking = await lockFor(tx, id, "finishAccept");
  if (booked.waits) return await waitInClass(tx, asking, customerId);
  const given = { ...givenTime(asking, input, booked), ...progressFor(asking, results.pay as Progress | null | undefined) };
  const automation = input.because ?? "";
  if ((results.sign as { kept?: boolean } | null | undefined)?.kept) await dropSignatures(tx, id);
  const decided = { ...given, customerId, appointmentId, automation, decidedAt: new Date() };
  const [row] = await Promise.all([saveMove(tx, id, "finishAccept", decided), becameClient(tx, { ...asking, customerId })]);
  const { businessId, date, startTime, summary, customer, verified, textConsent } = row;
  const { firstName, lastName } = customer;
  tx.emit(
    BookingRequestAcceptedSchema,
    {
      bookingRequestId: id,
      businessId,
      customerId,
      appointmentId,
      date,
      startTime,
      summary,
      ...saidOf(row),
      ...askedBefore(row),
      ...(deposit && { deposit: toMoney(BigInt(deposit.minor), deposit.currency) }),
      ...reachOf(customer, verified),
      firstName,
      lastName,
      textConsent,
      automatic: automation !== "",
    },
    { key: id },
  );
  const after = { appointmentId, customerId, ...chosenOf(row, {}) };
  const byItself = input.because && { note: input.because, actorName: "Automation" };
  tx.log({ entity: "booking_request", id, action: "accept", businessId, before: chosenOf(asking, {}), after, ...byItself });
  tx.notify("online_booking.requests", { businessId, ids: [id] });
  // Nobody has to look any more.
  tx.unschedule(tellRequest, id);
  // Places that were kept for other days than it got, and the time that was asked for where one that was proposed is booked.
  const isLeft = (row.byDay && "asked" in given) || row.holdToken !== input.holdToken;
  if (isLeft && row.holdToken) tx.schedule(releaseTime, { key: id, dueAt: new Date(), payload: { id, token: row.holdToken }, businessId });
}

/** They hear of the place once they have it. */
async function waitInClass(tx: Tx<DB>, row: RequestRow, customerId: string): Promise<void> {
  const { id, businessId, classId } = row;
  await tellOnce(tx, id);
  const over = { customerId, decidedAt: new Date(), holdToken: "" };
  const waiting = await saveMove(tx, id, "finishWaiting", { ...letPaymentGo(tx, row), ...over });
  tellWaiting(tx, waiting, "0");
  await becameClient(tx, waiting);
  tx.log({ entity: "booking_request", id, action: "waitlist", businessId, after: { classId, customerId } });
  tx.notify("online_booking.requests", { businessId, ids: [id] });
}

/** What the request says from now on, and what was asked for where that differs. */
function givenTime(
  asking: RequestRow,
  { date, staffId, endDate, moreDates, byClient }: Acceptance,
  { startTime, endTime, staffName, cost }: Booked,
) {
  const given = { date, startTime, staffId, ...(endDate && { endDate, endTime }), ...(moreDates && { moreDates }) };
  if (isSameTime(given, chosenOf(asking, {}))) return {};
  const until = asking.endDate && { endDate: asking.endDate, endTime: asking.endTime };
  const asked: Asked = {
    ...{ date: asking.date, startTime: asking.startTime, staffName: asking.staffName, total: asking.total },
    ...until,
    ...(byClient && { byClient }),
  };
  const summary = endDate && staySummary(cost?.pets ?? asking.pets, { date, endDate });
  return { ...given, endTime, staffName, asked: JSON.stringify(asked), ...(summary && { summary }), ...(cost && costColumns(cost)) };
}

const costColumns = ({ total, pets, bill }: Cost) => ({ total, pets: JSON.stringify(pets), bill: bill && JSON.stringify(bill) });

const TAKEN: readonly number[] = [ErrorCode.SLOT_FULL, ErrorCode.ROOM_NOT_AVAILABLE, ErrorCode.OUTSIDE_WORKING_HOURS];
/** Somebody else has the time or the rooms, or it is none any more. */
const isTaken = (code: number | undefined): boolean => code !== undefined && TAKEN.includes(code);

/** What staff record of a pet, which has to be there for it, before they try again. */
const isLacking = (code: number | undefined): boolean => code === ErrorCode.VACCINE_REQUIRED || code === ErrorCode.EVALUATION_REQUIRED;

/**
 * With its hold, which was at most given up for the try. A client who was made of it goes again, unless what was missing is a pet's, for which staff need
 * it: then they stay the request's, and are not made once more.
 */
async function waitAgain(ctx: Ctx, { key: id, input, results, refusedWith }: Run<Acceptance>): Promise<void> {
  const { customerId: found = "0", isNew } = (results.client ?? {}) as Partial<Client>;
  const goes = isNew && !(input.byStaff && isLacking(refusedWith)) && (await forgetNewcomer(ctx, await mustRead(ctx, id), found));
  const customerId = goes ? "0" : found;
  await command(ctx, async (tx) => {
    const { businessId, proposalTokens } = await lockFor(tx, id, "giveUpAccept");
    const row = await saveMove(tx, id, "giveUpAccept", input.byStaff && customerId !== "0" ? { customerId } : {});
    if (isTaken(refusedWith) && proposalTokens.includes(input.holdToken)) await loseTime(tx, row, input);
    // What the automation tried may still go to somebody else.
    if (input.byStaff) await tellOnce(tx, id);
    tx.schedule(keepTime, { key: id, dueAt: new Date(), payload: { id }, businessId });
    tx.notify("online_booking.requests", { businessId, ids: [id] });
    return {};
  });
}
