import { type Ctx, consumer, job } from "@leashline/kit";
import { ClientChangedSchema, PetChangedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { VisitPartyService } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { UNDO_MS } from "../changes/changes.ts";
import { type Waiting, waitingOf } from "../classes/enrolment.store.ts";
import { withdrawPet } from "../classes/withdraw.ts";
import { type CalendarTx, query } from "../db.ts";

// As long as pets wait for a class, its free places are theirs. One that was deleted, or whose client was, is offered none, so nobody else would ever get one.

type Gone = { readonly customerId: string } | { readonly petId: string };

/** Whoever is still gone by then leaves the lines in which they wait; who was only merged into another is not. */
export const leaveLines = job<Gone>("leave-class-lines", {
  attempts: 12,
  run: async (given, gone) => {
    const ctx: Ctx = { ...given, idempotencyKey: "" };
    for (const one of await query(ctx, (db) => waitingOf(db, gone))) if (await isGone(ctx, one)) await withdrawPet(ctx, one.id);
  },
});

async function isGone(ctx: Ctx, { customerId, petId }: Waiting): Promise<boolean> {
  const { client, pets } = await ctx.client(VisitPartyService).getVisitParty({ customerId, petIds: [petId] });
  return !client || pets.length === 0;
}

const follow = (tx: CalendarTx, key: string, payload: Gone): void =>
  tx.schedule(leaveLines, { key, dueAt: new Date(Date.now() + UNDO_MS), payload });

const wanted = ({ deleted }: { deleted: boolean }): boolean => deleted;

/** Who is back soon keeps their place in line. */
export const goneConsumers = [
  consumer(ClientChangedSchema, async (tx: CalendarTx, { customerId }) => follow(tx, `client-${customerId}`, { customerId }), { wanted }),
  consumer(PetChangedSchema, async (tx: CalendarTx, { petId }) => follow(tx, `pet-${petId}`, { petId }), { wanted }),
];
