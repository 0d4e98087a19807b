import { type Ctx, fail } from "@leashline/kit";
import type { ChangeStayRequest } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { agreedRate } from "@leashline/proto/rules/stay-price.ts";
import {
  type Appointment,
  type AppointmentPlan,
  isBoarding,
  isBoardingStay,
  respanned,
  type ServiceLine,
} from "../appointments/appointment.ts";
import { type Catalogue, catalogueFor, lineInputs, namesOf, type Wish } from "../appointments/catalogue.ts";
import { planOf } from "../appointments/notes.ts";
import { mustBeByTheNight, type PricedBy, pricingOf, repricedLines, servicesOf } from "../appointments/prices.ts";
import { appointmentOf } from "../appointments/reading.ts";
import { mustBeStay } from "../booking/book.ts";
import { type Change, changeAppointment } from "../booking/change.ts";
import { alsoNoted, inItsHold, mustBeEditable, untoldIf } from "../booking/edit.ts";
import { grantOf } from "../booking/placement.ts";
import { mustBeEvaluated } from "../evaluations/gate.ts";
import { mustBeVaccinated, mustBeVaccinatedThen } from "../evaluations/vaccines.ts";
import { isPricedAnew, nightsFrom, unitsWithPrices } from "../lodging/asked-nights.ts";
import { mustBeOfAStay, withTheirDays } from "../lodging/day-lines.ts";
import type { Nights, PetFacts, Span } from "../lodging/room.ts";
import { calendarDay } from "../scheduling/asked-days.ts";
import { lineUp } from "../scheduling/line-up.ts";

type Known = PricedBy & {
  readonly pets: ReadonlyMap<string, PetFacts>;
  /** What its pets are to get besides on certain days; undefined where that stays. */
  readonly besides: Besides | undefined;
  /** Of units whose nights have a price of their own. */
  readonly names: ReadonlyMap<string, string>;
};

type Besides = {
  readonly wish: Wish;
  readonly catalogue: Catalogue;
  /** What the log keeps of what its pets lack for what is new. */
  readonly waived: string;
};

/** Other days, times or units of a stay, in one change. */
export async function changeStay(ctx: Ctx, request: ChangeStayRequest): Promise<Appointment> {
  const stay = await appointmentOf(ctx, request.appointmentId);
  const asked = besidesOf(ctx, request, stay);
  const units = unitsWithPrices(
    request.lineLodgings.map(({ lodgings }) => lodgings),
    stay.lines.map(({ lodgings }) => lodgings),
  );
  const [pets, services, pricing, besides, names] = await Promise.all([
    asked.then((known) => petsOf(ctx, stay, known?.catalogue.pets)),
    servicesOf(ctx, stay.businessId, stay.lines),
    pricingOf(ctx),
    asked,
    namesOf(ctx, units),
  ]);
  const known = { pets, services, pricing, firstVisit: stay.isNewClient, besides, names };
  const days = { until: spanOf(request, stay).endDate, was: stay.endDate };
  const [longer = ""] = await mustBeVaccinatedThen(ctx, [{ lines: stay.lines, days, override: request.override }]);
  const waived = [besides?.waived, longer].filter(Boolean).join("; ");
  const target = { id: request.appointmentId, version: request.version };
  return await changeAppointment(
    ctx,
    target,
    (current) => untoldIf(alsoNoted(decided(ctx, request, current, known), waived), current, request),
    stay.businessId,
  );
}

function decided(ctx: Ctx, request: ChangeStayRequest, current: Appointment, known: Known): Change | null {
  mustBeEditable(ctx, current);
  if (!isBoardingStay(current))
    throw fail("STATE_CONFLICT", { field: "appointmentId", message: "This appointment is not a boarding stay." });
  const before = planOf(current);
  const span = spanOf(request, current);
  const placed = respanned(before, span);
  mustBeStay(span);
  mustBeOfAStay(placed.lines);
  const lodgedLines = placed.lines.map((line) => lodged(line, request, span, known.names));
  mustBeByTheNight(lodgedLines, known.services, "lineLodgings");
  const anew = lodgedLines.filter((line, nth) => isPricedAnew(placed.lines[nth]?.lodgings ?? [], line.lodgings));
  const lines = withBesides(repricedLines(lodgedLines, before, span, known, new Set(anew)), asOf(current, known.besides), span);
  const plan: AppointmentPlan = { ...placed, lines };
  if (JSON.stringify(plan) === JSON.stringify(before)) return null;
  const said = { kind: "reschedule", saysWhatDiffers: true, note: "" } as const;
  return inItsHold({ plan, ...said, grant: grantOf(ctx, request.override), pets: known.pets, pricedBy: known }, request);
}

/** Its pets; asked for only where they are not all known by then. */
async function petsOf(ctx: Ctx, { customerId, lines }: Appointment, known: Known["pets"] = new Map()): Promise<Known["pets"]> {
  const petIds = [...new Set(lines.map((line) => line.petId))];
  if (petIds.every((id) => known.has(id))) return known;
  const { pets } = await ctx.client(VisitPartyService).getVisitParty({ customerId, petIds });
  return new Map(pets.map((pet) => [pet.petId, pet]));
}

/** What is new for its pets asks for its evaluations and vaccines, as where a stay is booked. */
async function besidesOf(ctx: Ctx, request: ChangeStayRequest, stay: Appointment): Promise<Besides | undefined> {
  if (!request.services) return undefined;
  const standing = stay.lines.filter((line) => !line.onDays);
  const wish = { ...stay, petServices: request.services.petServices, standing };
  const existing = byId(stay.lines);
  const catalogue = await catalogueFor(ctx, wish, existing);
  const { date, endDate: until } = spanOf(request, stay);
  const asking = { wish, catalogue, override: request.override, existing };
  const evaluated = await mustBeEvaluated(ctx, { ...asking, date });
  const waived = [evaluated, mustBeVaccinated(ctx, { ...asking, until })].filter(Boolean).join("; ");
  return { wish, catalogue, waived };
}

const byId = (lines: readonly ServiceLine[]) => new Map(lines.map((line) => [line.id, line]));

const asOf = ({ lines }: Appointment, besides: Besides | undefined): Besides | undefined =>
  besides && { ...besides, wish: { ...besides.wish, petServices: withTheirDays(besides.wish.petServices, lines) } };

/** The boarding with what its pets are to get besides. */
function withBesides(lines: readonly ServiceLine[], besides: Known["besides"], span: Span): ServiceLine[] {
  if (!besides) return [...lines];
  const given = lineUp(lineInputs(besides.wish, besides.catalogue, span, byId(lines)), span.start);
  const whole = given.find((line) => !line.onDays);
  if (whole) throw fail("PARAMS_INVALID", { field: "services", reason: `says nothing of the days of ${whole.serviceName} (stayDay)` });
  const all = [...lines.filter((line) => !line.onDays), ...given];
  mustBeOfAStay(all);
  return all;
}

const spanOf = (request: ChangeStayRequest, current: Span): Span => ({
  date: request.startDate ? calendarDay(request.startDate, "startDate") : current.date,
  endDate: request.endDate ? calendarDay(request.endDate, "endDate") : current.endDate,
  start: request.startTime ?? current.start,
  end: request.endTime ?? current.end,
});

function lodged(line: ServiceLine, { lineLodgings, chooseAgain }: ChangeStayRequest, span: Span, names: Known["names"]): ServiceLine {
  const named = lineLodgings.find((one) => one.petDetailId === line.id);
  const known = { names, was: line.lodgings, rate: agreedRate(line.priceParts) };
  if (named) return { ...line, lodgings: nightsFrom(named.lodgings, span, "lineLodgings", known) };
  const none: Nights[] = [];
  return chooseAgain && isBoarding(line) ? { ...line, lodgings: none } : line;
}
