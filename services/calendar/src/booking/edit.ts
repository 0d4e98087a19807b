import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail } from "@leashline/kit";
import type {
  LinePriceChangeSchema,
  PetServicesInput,
  PreviewReschedulePricesRequest,
  RescheduleCardRequest,
  UpdateAppointmentRequest,
} from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { toPriceChange } from "../appointments/appointment.mapper.ts";
import {
  type Appointment,
  type AppointmentPlan,
  isBoardingStay,
  moved,
  type ServiceLine,
  segmentsOf,
  stretchesOf,
  withBounds,
} from "../appointments/appointment.ts";
import { type Catalogue, keptBy, lineInputs, type Wish, wholeWish } from "../appointments/catalogue.ts";
import { isEditable } from "../appointments/moves.ts";
import { noted, petsAndServices, planOf, priceNotes, whenAndWho } from "../appointments/notes.ts";
import { mustBeOwnOrAllowed } from "../appointments/own.ts";
import { noRules, pricingOf, servicesOf } from "../appointments/prices.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { mustBeEvaluated } from "../evaluations/gate.ts";
import { endThen, mustBeVaccinated } from "../evaluations/vaccines.ts";
import { mustBeReadyThen } from "../evaluations/visits.ts";
import { mustBeOfAStay, withTheirDays } from "../lodging/day-lines.ts";
import { NO_STAFF, nameOf, staffById, staffOrNone } from "../projections/staff.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { lineUp, spacingOf } from "../scheduling/line-up.ts";
import { mustBeTheirAddress } from "../visit-places/visit-places.ts";
import { type Known, priceChanges, withPrices } from "../visit-prices/visit-prices.ts";
import { type Change, changeAppointment } from "./change.ts";
import { grantOf, mustStayOnItsDay } from "./placement.ts";

/** Editable while neither Finished nor Cancelled. */
export function mustBeEditable(ctx: Ctx, appointment: Appointment): void {
  if (!isEditable(appointment.status)) throw fail("APPOINTMENT_STATUS_INVALID");
  mustBeOwnOrAllowed(ctx, appointment);
}

/** What is asked of an appointment, with what the catalogue says of it; no catalogue where its pets and services stay as they are. */
export type Details = {
  readonly date: string;
  readonly petServices: readonly PetServicesInput[];
  readonly catalogue: Catalogue | null;
  /** What the log keeps of what its pets lack. */
  readonly waived: string;
};

/** Pets, services, day, start and notes in one change. What is not named stays as it is. */
export async function updateDetails(ctx: Ctx, request: UpdateAppointmentRequest): Promise<Appointment> {
  const appointment = await appointmentOf(ctx, request.id);
  const details = await detailsOf(ctx, request, appointment);
  const change = (current: Appointment) =>
    detailed(ctx, current, request, request.appointmentDate ? details : { ...details, date: current.date });
  return await changeAppointment(ctx, request, change, appointment.businessId);
}

export async function detailsOf(ctx: Ctx, request: UpdateAppointmentRequest, appointment: Appointment): Promise<Details> {
  const date = request.appointmentDate && calendarDay(request.appointmentDate, "appointmentDate");
  const { petServices: asked, withoutBundled, addressId } = request;
  if (addressId !== undefined && addressId !== appointment.addressId) await mustBeTheirAddress(ctx, appointment.customerId, addressId);
  const existing = linesById(appointment);
  const whole =
    asked.length > 0 ? await wholeWish(ctx, { ...appointment, petServices: asked, withoutBundled }, daysOf(appointment), existing) : null;
  const [{ petServices }, catalogue] = whole ?? [{ petServices: asked }, null];
  const asking = { wish: { petServices }, date: date ?? appointment.date, override: request.override, existing };
  const evaluated = catalogue ? await mustBeEvaluated(ctx, { ...asking, catalogue }) : "";
  const vaccinated = catalogue ? mustBeVaccinated(ctx, { ...asking, catalogue, until: endThen(appointment, asking.date) }) : "";
  const staying = petServices.flatMap(({ petId, services }) => services.flatMap((input) => keptBy(input, petId, existing) ?? []));
  const visit = { ...appointment, lines: catalogue ? staying : appointment.lines };
  const waived = [evaluated, vaccinated, date ? await movedWithin(ctx, visit, date, request.override) : ""].filter(Boolean).join("; ");
  return { date: date ?? appointment.date, petServices, catalogue, waived };
}

export function detailed(ctx: Ctx, current: Appointment, request: UpdateAppointmentRequest, details: Details): Change | null {
  const { date, petServices, catalogue, waived } = details;
  mustBeEditable(ctx, current);
  mustStayOnItsDay(current, date, "appointmentDate");
  const before = planOf(current);
  const lineIds = new Set(current.lines.map((line) => line.id));
  const { startTime: start = current.start, ticketComments, alertNotes, addressId, colorCode } = request;
  const placed = moved(before, { start, lineIds, all: true, ...(date !== current.date && { date }) });
  const lines = catalogue
    ? relined({ ...current, petServices: withTheirDays(petServices, current.lines) }, catalogue, placed)
    : placed.lines;
  const notes = {
    ...(ticketComments !== undefined && { ticketComments }),
    ...(alertNotes !== undefined && { alertNotes }),
    ...(addressId !== undefined && { addressId }),
  };
  const plan = withBounds({ ...placed, ...notes, ...(colorCode !== undefined && { colorCode }), lines });
  if (JSON.stringify(plan) === JSON.stringify(before)) return null;
  const grant = grantOf(ctx, request.override);
  const change = { plan, kind: "editPetAndServices", saysWhatDiffers: true, note: waived, grant } as const;
  return untoldIf({ ...change, ...(catalogue && knownTo(current, catalogue)) }, current, request);
}

const knownTo = ({ isNewClient }: Appointment, { pets, services, pricing }: Catalogue) => ({
  pets,
  pricedBy: { services, pricing, firstVisit: isNewClient },
});

const linesById = (plan: Pick<Appointment, "lines">): Map<string, ServiceLine> => new Map(plan.lines.map((line) => [line.id, line]));

const daysOf = ({ date, endDate }: Appointment) => ({ from: date, to: endDate });

/** The lines asked for, from the start of the appointment on; those that are kept stand to each other as they did. */
export function relined(wish: Wish, catalogue: Catalogue, plan: AppointmentPlan): ServiceLine[] {
  const lines = lineUp(lineInputs(wish, catalogue, plan, linesById(plan)), plan.start, spacingOf(plan.lines, plan.start));
  mustBeOfAStay(lines, plan.lines);
  return lines;
}

export async function removePet(ctx: Ctx, request: { id: string; petId: string; version: number }): Promise<Appointment> {
  return await changeAppointment(ctx, request, (current) => {
    mustBeEditable(ctx, current);
    const lines = current.lines.filter((line) => line.petId !== request.petId);
    if (lines.length === current.lines.length) throw fail("PET_NOT_FOUND", { field: "petId" });
    if (lines.length === 0)
      throw fail("STATE_CONFLICT", { message: "An appointment needs at least one pet. Cancel the appointment instead." });
    const plan = withBounds({ ...planOf(current), lines });
    return { plan, kind: "editPetAndServices", note: petsAndServices(plan) };
  });
}

/** A drag or a resize of one appointment. */
export async function reschedule(ctx: Ctx, request: RescheduleCardRequest): Promise<Appointment> {
  const where = await whereTo(ctx, request, request.takeCatalogPrices ? [await appointmentOf(ctx, request.appointmentId)] : []);
  const target = { id: request.appointmentId, version: request.version };
  const waived = where.date ? await movedWithin(ctx, await appointmentOf(ctx, target.id), where.date, request.override) : "";
  return await changeAppointment(ctx, target, (current) => {
    const change = untoldIf(alsoNoted(rescheduled(ctx, current, request, where), waived), current, request);
    return change && inItsHold(change, request);
  });
}

/** The passes of a visit's pets hold on the day it moves to, or what the log keeps where somebody does without. */
export async function movedWithin(
  ctx: Ctx,
  visit: Appointment,
  date: string,
  override: RescheduleCardRequest["override"],
): Promise<string> {
  const [waived = ""] = await mustBeReadyThen(ctx, [{ visit, date, movedFrom: visit.date, override }]);
  return waived;
}

/** In the place of what keeps the time for it. */
export const inItsHold = (change: Change, { holdToken }: { holdToken: string }): Change => (holdToken ? { ...change, holdToken } : change);

/** A move of which its client is not to hear; the log says so. */
export const untoldIf = (
  change: Change | null,
  current: Pick<Appointment, "date" | "start">,
  { withoutTelling }: { withoutTelling: boolean },
): Change | null => {
  if (!change || !withoutTelling || (change.plan.date === current.date && change.plan.start === current.start)) return change;
  return { ...change, untold: true, note: noted(change.note, "the client is not told") };
};

export const alsoNoted = (change: Change | null, waived: string): Change | null =>
  change && waived ? { ...change, note: noted(change.note, waived) } : change;

/** Where a drag ends, and the services whose prices may become those of the catalog and of the rules. */
export type Where = Known & {
  readonly date?: string;
  readonly staff: { id: string; name: string } | null;
};

/** Every price stays. */
export const asPriced: Known = { services: new Map<string, Service>(), pricing: noRules };

export async function whereTo(ctx: Ctx, request: RescheduleCardRequest, repriced: readonly Appointment[]): Promise<Where> {
  const date = request.startDate && calendarDay(request.startDate, "startDate");
  const staff = await newStaff(ctx, request.staffId);
  const [first] = repriced;
  const lines = repriced.flatMap((one) => one.lines);
  return { ...(date && { date }), staff, ...(first ? await knownOf(ctx, { businessId: first.businessId, lines }) : asPriced) };
}

async function knownOf(ctx: Ctx, { businessId, lines }: Pick<Appointment, "businessId" | "lines">): Promise<Known> {
  const [services, pricing] = await Promise.all([servicesOf(ctx, businessId, lines), pricingOf(ctx)]);
  return { services, pricing };
}

export type Drag = Dragged & Pick<RescheduleCardRequest, "moveAllCards" | "cardType" | "override">;

/** What a drag makes of an appointment. Prices stay, unless those of the catalog are asked for. */
export function rescheduled(ctx: Ctx, current: Appointment, drag: Drag, where: Where): Change | null {
  const { date, staff } = where;
  mustBeEditable(ctx, current);
  mustStayOnItsDay(current, date ?? current.date, "startDate");
  const all = drag.moveAllCards || drag.cardType === CardType.APPOINTMENT;
  const placed = moved(planOf(current), { ...movingOf(current, drag), all, ...(date && { date }), ...(staff && { staff }) });
  const plan = { ...placed, lines: withPrices(placed.lines, priceChanges(current, placed, where)) };
  if (JSON.stringify(plan) === JSON.stringify(planOf(current))) return null;
  const note = [`${whenAndWho(current)} → ${whenAndWho(plan)}`, ...priceNotes(current, plan, current.currency)].join("; ");
  return { plan, kind: "reschedule", staffField: "staffId", note, grant: grantOf(ctx, drag.override) };
}

/** What a move would do to prices, without moving. */
export async function previewPrices(
  ctx: Ctx,
  request: PreviewReschedulePricesRequest,
): Promise<MessageInitShape<typeof LinePriceChangeSchema>[]> {
  const appointment = await appointmentOf(ctx, request.appointmentId);
  const staff = await newStaff(ctx, request.staffId);
  const known = await knownOf(ctx, appointment);
  const date = request.startDate && calendarDay(request.startDate, "startDate");
  const plan = moved(planOf(appointment), {
    ...movingOf(appointment, request),
    all: false,
    ...(date && { date }),
    ...(staff && { staff }),
  });
  return priceChanges(appointment, plan, known).map((change) => toPriceChange(change, appointment.currency));
}

const STAY_AS_STAY = "the times of a boarding stay are changed in Change the stay, with its days and rooms";

type Dragged = Pick<RescheduleCardRequest, "startTime" | "endTime" | "petDetailIds" | "originalStaffId">;

/** Which lines move, and to when. */
function movingOf(appointment: Appointment, request: Dragged) {
  const segment = draggedSegment(appointment, request);
  const { startTime: start = segment.start, endTime: end } = request;
  if (end !== undefined && isBoardingStay(appointment)) throw fail("PARAMS_INVALID", { field: "endTime", reason: STAY_AS_STAY });
  if (end !== undefined && end <= start) throw fail("PARAMS_INVALID", { field: "endTime", reason: "must be after the start" });
  return { start, lineIds: new Set(segment.lineIds), whose: segment.staffId, ...(end && { end }) };
}

export async function newStaff(ctx: Ctx, asked: string): Promise<{ id: string; name: string } | null> {
  if (asked === "0") return null;
  const id = staffOrNone(asked);
  if (id === NO_STAFF) return { id, name: "" };
  const staff = (await staffById(ctx, [id])).get(id);
  if (!staff || staff.deleted) throw fail("NOT_FOUND", { field: "staffId" });
  return { id, name: nameOf(staff) };
}

/** The card that moves: named by its lines, by whose it is, or the leading one. */
export function draggedSegment(appointment: Appointment, request: Dragged) {
  const segments = segmentsOf(appointment.lines);
  const named = stretchesOf(appointment.lines).filter((segment) => segment.lineIds.some((id) => request.petDetailIds.includes(id)));
  const asked = request.originalStaffId === "0" ? "" : staffOrNone(request.originalStaffId);
  const byLines = named.find((segment) => segment.staffId === asked) ?? named[0];
  const byStaff = segments.find((segment) => segment.staffId === asked);
  const segment = byLines || byStaff || segments[0];
  if (!segment) throw fail("APPOINTMENT_NOT_FOUND");
  return segment;
}
