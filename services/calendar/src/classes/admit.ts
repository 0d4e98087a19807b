import { create } from "@bufbuild/protobuf";
import { type Ctx, can, fail } from "@leashline/kit";
import { type BookingOverride, PetServicesInputSchema } from "@leashline/proto/leashline/calendar/v1/appointment_booking_pb.js";
import { VisitPartyService, type VisitPet } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { offered } from "../appointments/catalogue.ts";
import { query } from "../db.ts";
import { mustBeEvaluated } from "../evaluations/gate.ts";
import { mustBeVaccinated } from "../evaluations/vaccines.ts";
import { type ClassRow, isToCome, type SessionRow } from "./class.ts";
import { completedBy } from "./enrolment.store.ts";

export type Wish = {
  readonly customerId: string;
  readonly petIds: readonly string[];
  readonly withoutPrerequisites: boolean;
  readonly override?: BookingOverride | undefined;
};

/** The client and the pets as the roster names them, and what the log keeps of what was waived. */
export type Admitted = { readonly customerName: string; readonly pets: readonly VisitPet[]; readonly note: string };

async function partyOf(ctx: Ctx, { customerId, petIds }: Wish) {
  const { client, pets } = await ctx.client(VisitPartyService).getVisitParty({ customerId, petIds: [...petIds] });
  if (!client) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  const inOrder = petIds.map((id) => {
    const pet = pets.find(({ petId }) => petId === id);
    if (!pet) throw fail("PET_NOT_FOUND", { field: "petId" });
    return pet;
  });
  return { customerName: `${client.firstName} ${client.lastName}`.trim(), pets: inOrder };
}

/** The classes that this one builds on. */
async function mustHaveCompleted(ctx: Ctx, group: ClassRow, needed: readonly string[], wish: Wish): Promise<void> {
  if (needed.length === 0 || (wish.withoutPrerequisites && can(ctx, Permission.OVERBOOK))) return;
  for (const petId of wish.petIds) {
    const completed = await query(ctx, (db) => completedBy(db, petId, needed));
    const missing = needed.filter((id) => !completed.includes(id));
    if (missing.length === 0) continue;
    const names = [...(await offered(ctx, group.businessId, missing, "classId")).values()].map(({ name }) => name).join(", ");
    throw fail("STATE_CONFLICT", {
      field: "petId",
      message: `The pet has to complete another class first: ${names}.`,
      facts: { why: "prerequisite", serviceIds: missing.join(",") },
    });
  }
}

/** Refuses pets that may not be in a class: another class first, an evaluation, a vaccine that does not last until the end. */
export async function admit(ctx: Ctx, group: ClassRow, sessions: readonly SessionRow[], wish: Wish): Promise<Admitted> {
  const { businessId, serviceId } = group;
  const { override } = wish;
  const [party, services] = await Promise.all([partyOf(ctx, wish), offered(ctx, businessId, [serviceId], "classId")]);
  await mustHaveCompleted(ctx, group, services.get(serviceId)?.options?.prerequisiteClassIds ?? [], wish);
  const coming = sessions.filter((one) => isToCome(one, new Date()));
  const [first, last] = [coming[0], coming.at(-1)];
  if (!first || !last) return { ...party, note: "" };
  const catalogue = { services, pets: new Map(party.pets.map((pet) => [pet.petId, pet])) };
  const petServices = wish.petIds.map((petId) => create(PetServicesInputSchema, { petId, services: [{ serviceId }] }));
  const asking = { wish: { petServices }, catalogue, override };
  const evaluation = await mustBeEvaluated(ctx, { ...asking, date: first.date });
  return { ...party, note: [evaluation, mustBeVaccinated(ctx, { ...asking, until: last.date })].filter(Boolean).join("\n") };
}
