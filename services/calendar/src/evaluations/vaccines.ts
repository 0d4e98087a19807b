import { type Ctx, can, fail, fromWireDate } from "@leashline/kit";
import type { BookingOverride } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { type RequiredVaccine, VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import type { ServiceLine } from "../appointments/appointment.ts";
import { type Catalogue, keptBy, type Wish } from "../appointments/catalogue.ts";
import { addDays, daysBetween } from "../scheduling/dates.ts";

type Lacking = { readonly petId: string; readonly petName: string; readonly vaccine: RequiredVaccine };
/** The last day of a visit as it would be, and as it was where it is moved: what did not hold then either is nothing new. */
type Days = { readonly until: string; readonly was?: string };

const endOf = ({ expirationDate }: RequiredVaccine): string => (expirationDate ? fromWireDate(expirationDate, "expirationDate") : "");
const holds = (vaccine: RequiredVaccine, day: string): boolean => vaccine.recorded && (endOf(vaccine) === "" || endOf(vaccine) >= day);
const isFor = ({ careTypes }: RequiredVaccine, careType: string): boolean => careTypes.length === 0 || careTypes.includes(careType);

/** The vaccines that a care type requires of a pet and that are missing, or end before the visit does. */
export const lackingOf = (required: readonly RequiredVaccine[], careType: string, { until, was }: Days): RequiredVaccine[] =>
  required.filter((vaccine) => isFor(vaccine, careType) && !holds(vaccine, until) && (was === undefined || holds(vaccine, was)));

export type Asking = {
  readonly wish: Pick<Wish, "petServices">;
  readonly catalogue: Pick<Catalogue, "services" | "pets">;
  /** The last local day on which the pets are there. */
  readonly until: string;
  readonly override: BookingOverride | undefined;
  /** Lines that are booked already stay, whatever ran out since. */
  readonly existing?: ReadonlyMap<string, ServiceLine>;
};

/**
 * Refuses a visit of a pet that lacks a required vaccine, or whose vaccine ends before the visit does. Whoever may book without it, and asks to, goes on: the
 * answer is what the log keeps of it, empty where nothing was lacking.
 */
export function mustBeVaccinated(ctx: Ctx, { wish, catalogue, until, override, existing = new Map() }: Asking): string {
  const lacking = wish.petServices.flatMap(({ petId, services }) =>
    services.flatMap((input): Lacking[] => {
      const pet = catalogue.pets.get(petId);
      const careType = catalogue.services.get(input.serviceId)?.careType;
      if (!pet || careType === undefined || keptBy(input, petId, existing)) return [];
      return lackingOf(pet.requiredVaccines, careType, { until }).map((vaccine) => ({ petId, petName: pet.petName, vaccine }));
    }),
  );
  return vaccinatedOr(ctx, lacking, override, until);
}

export type ComingPets = {
  readonly lines: readonly Pick<ServiceLine, "petId" | "petName" | "careType">[];
  readonly days: Days;
  readonly override: BookingOverride | undefined;
};

/** The same of visits that are booked once more or moved to later days: for each, what the log keeps. */
export async function mustBeVaccinatedThen(ctx: Ctx, coming: readonly ComingPets[]): Promise<string[]> {
  const asking = coming.filter(({ days: { until, was } }) => was === undefined || until > was);
  const petIds = [...new Set(asking.flatMap(({ lines }) => lines.map(({ petId }) => petId)))];
  if (petIds.length === 0) return coming.map(() => "");
  const { pets } = await ctx.client(VisitPartyService).batchGetRequiredVaccines({ petIds });
  const required = new Map(pets.map(({ petId, vaccines }) => [petId, vaccines]));
  return coming.map((one) => {
    if (!asking.includes(one)) return "";
    const { lines, days, override } = one;
    const lacking = lines.flatMap(({ petId, petName, careType }) =>
      lackingOf(required.get(petId) ?? [], careType, days).map((vaccine) => ({ petId, petName, vaccine })),
    );
    return vaccinatedOr(ctx, lacking, override, days.until);
  });
}

/** The last day of a visit that begins on another day. */
export const endThen = ({ date, endDate }: { date: string; endDate: string }, begins: string): string =>
  addDays(begins, daysBetween(date, endDate));

function vaccinatedOr(ctx: Ctx, lacking: readonly Lacking[], override: BookingOverride | undefined, until: string): string {
  const [first] = lacking;
  if (!first) return "";
  if (!override?.withoutVaccine || !can(ctx, Permission.BOOK_WITHOUT_VACCINE)) throw refusalFor(first, until);
  const what = lacking.map(({ petName, vaccine }) => `${petName} without a valid ${vaccine.vaccineName}`);
  return `Booked ${[...new Set(what)].join(", ")}: ${override.reason.trim()}`;
}

function refusalFor({ petId, petName, vaccine }: Lacking, until: string): Error {
  const { vaccineId, vaccineName, recorded } = vaccine;
  const end = endOf(vaccine);
  return fail("VACCINE_REQUIRED", {
    field: "petServices",
    reason: recorded ? `expired: ${vaccineName} ends before the visit does` : `missing: record ${vaccineName} first`,
    message: recorded
      ? `${petName}'s ${vaccineName} expires before this visit is over. Record a newer one first.`
      : `${petName} has no ${vaccineName} on record, which this visit requires.`,
    facts: { why: recorded ? "expired" : "missing", petId, petName, vaccineId, vaccineName, date: until, ...(end && { validUntil: end }) },
  });
}
