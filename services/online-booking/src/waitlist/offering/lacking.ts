import { type Ctx, fail, fromWireDate, toWireDate } from "@leashline/kit";
import { type RequiredVaccine, VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { EvaluationService, type LackingEvaluation, LackingReason } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import { type EntryRow, isPlace } from "../entry/waitlist.ts";
import type { Kept } from "./keep.ts";

/** `need`: what is missing, as a sentence for whoever waits. */
export type Lack = { code: "VACCINE_REQUIRED" | "EVALUATION_REQUIRED"; petName: string; need: string };

type When = Pick<Kept, "date" | "endDate">;

/**
 * What the pets of somebody who waits lack to be booked at a time: required vaccines first, then evaluations. Of a place in a class, and of an appointment
 * that is moved, the calendar alone says.
 */
export async function lackingFor(ctx: Ctx, row: EntryRow, when: When): Promise<Lack[]> {
  if (isPlace(row) || row.appointmentId !== "0") return [];
  const found = [...(await vaccinesLacking(ctx, row, when)), ...(await evaluationsLacking(ctx, row, when))];
  return found.filter(({ need }, at) => found.findIndex((one) => one.need === need) === at);
}

/** Refuses an offer that could not be booked, with the first thing that is in its way. */
export async function mustLackNothing(ctx: Ctx, row: EntryRow, when: When): Promise<void> {
  const [first] = await lackingFor(ctx, row, when);
  if (first) throw fail(first.code, { field: "waitListId", message: first.need, facts: { petName: first.petName } });
}

const petsWanted = ({ pets }: EntryRow): string[] => [...new Set(pets.map(({ petId }) => petId))];

async function vaccinesLacking(ctx: Ctx, row: EntryRow, { date, endDate }: When): Promise<Lack[]> {
  const { customerId } = row;
  const { pets } = await ctx.client(VisitPartyService).getVisitParty({ customerId, petIds: petsWanted(row) });
  const required = new Map(pets.map(({ petId, requiredVaccines = [] }) => [petId, requiredVaccines]));
  return row.pets.flatMap(({ petId, petName, services }) =>
    services.flatMap(({ careType }) =>
      (required.get(petId) ?? [])
        .filter((vaccine) => isFor(vaccine, careType) && !holds(vaccine, endDate ?? date))
        .map((vaccine): Lack => ({ code: "VACCINE_REQUIRED", petName, need: vaccineNeed(petName, vaccine) })),
    ),
  );
}

const isFor = ({ careTypes }: RequiredVaccine, careType: string): boolean => careTypes.length === 0 || careTypes.includes(careType);

const holds = ({ recorded, expirationDate }: RequiredVaccine, day: string): boolean =>
  recorded && (!expirationDate || fromWireDate(expirationDate, "expirationDate") >= day);

const vaccineNeed = (petName: string, { vaccineName, recorded }: RequiredVaccine): string =>
  recorded
    ? `${petName}\u2019s ${vaccineName} expires before this visit is over.`
    : `${petName} has no ${vaccineName} on record, which this visit requires.`;

async function evaluationsLacking(ctx: Ctx, row: EntryRow, { date }: When): Promise<Lack[]> {
  const serviceIds = [...new Set(row.pets.flatMap(({ services }) => services.map(({ serviceId }) => serviceId)))];
  const asked = { petIds: petsWanted(row), serviceIds, date: toWireDate(date) };
  const { lacking } = await ctx.client(EvaluationService).checkPetEvaluations(asked);
  return row.pets.flatMap(({ petId, petName, services }) =>
    lacking
      .filter((one) => one.petId === petId && services.some(({ serviceId }) => serviceId === one.serviceId))
      .map(({ reason, evaluationName, serviceName }): Lack => {
        return { code: "EVALUATION_REQUIRED", petName, need: evaluationNeed(petName, { reason, evaluationName, serviceName }) };
      }),
  );
}

type Evaluation = Pick<LackingEvaluation, "reason" | "evaluationName" | "serviceName">;
function evaluationNeed(petName: string, { reason, evaluationName, serviceName }: Evaluation): string {
  if (reason === LackingReason.FAILED) return `${petName} did not pass ${evaluationName}, which ${serviceName} requires.`;
  if (reason === LackingReason.EXPIRED)
    return `${petName}\u2019s ${evaluationName} is out of date by then, and ${serviceName} requires it.`;
  return `${petName} needs to pass ${evaluationName} before ${serviceName}.`;
}
