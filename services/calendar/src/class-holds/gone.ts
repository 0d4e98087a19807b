import { type Ctx, consumer, job } from "@leashline/kit";
import { ClientChangedSchema, ClientsImportedSchema, PetChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { UNDO_MS } from "../changes/changes.ts";
import { waitingOf } from "../classes/enrolment.store.ts";
import { withdrawPet } from "../classes/withdraw.ts";
import { type CalendarTx, query } from "../db.ts";

// As long as pets wait for a class, its free places are theirs. One that was deleted, or whose client was, is offered none, so nobody else would ever get one.

type Gone = { readonly customerId: string } | { readonly petId: string };
type Several = { readonly customerIds: readonly string[]; readonly petIds: readonly string[] };
type Whose = { readonly customerId: string; readonly petId: string };

const only = (gone: Gone): Several =>
  "petId" in gone ? { customerIds: [], petIds: [gone.petId] } : { customerIds: [gone.customerId], petIds: [] };

/** Whoever is still gone by then leaves the lines in which they wait; who was only merged into another is not. */
export const leaveLines = job<Gone>("leave-class-lines", {
  attempts: 12,
  run: async (given, gone) => {
    const ctx: Ctx = { ...given, idempotencyKey: "" };
    for (const one of await query(ctx, (db) => waitingOf(db, only(gone)))) if (await isGone(ctx, one)) await withdrawPet(ctx, one.id);
  },
});

async function isGone(ctx: Ctx, { customerId, petId }: Whose): Promise<boolean> {
  const { client, pets } = await ctx.client(VisitPartyService).getVisitParty({ customerId, petIds: [petId] });
  return !client || pets.length === 0;
}

/** Of all that are gone there is something to do for the few who wait. */
async function follow(tx: CalendarTx, { customerIds, petIds }: Several): Promise<void> {
  const waiting = await waitingOf(tx.db, { customerIds, petIds });
  const dueAt = new Date(Date.now() + UNDO_MS);
  const clients = new Set(waiting.map(({ customerId }) => customerId));
  const pets = new Set(waiting.map(({ petId }) => petId));
  for (const customerId of customerIds.filter((id) => clients.has(id)))
    tx.schedule(leaveLines, { key: `client-${customerId}`, dueAt, payload: { customerId } });
  for (const petId of petIds.filter((id) => pets.has(id))) tx.schedule(leaveLines, { key: `pet-${petId}`, dueAt, payload: { petId } });
}

const isDeleted = ({ deleted }: { deleted: boolean }): boolean => deleted;

/** Who is back soon keeps their place in line. An import that is rolled back tells of many at once. */
export const goneConsumers = [
  consumer(ClientChangedSchema, (tx: CalendarTx, event) => follow(tx, only({ customerId: event.customerId })), { wanted: isDeleted }),
  consumer(PetChangedSchema, (tx: CalendarTx, event) => follow(tx, only({ petId: event.petId })), { wanted: isDeleted }),
  consumer(
    ClientsImportedSchema,
    (tx: CalendarTx, { clients, pets }) =>
      follow(tx, {
        customerIds: clients.filter(isDeleted).map(({ customerId }) => customerId),
        petIds: pets.filter(isDeleted).map(({ petId }) => petId),
      }),
    { wanted: ({ clients, pets }) => clients.some(isDeleted) || pets.some(isDeleted) },
  ),
];
