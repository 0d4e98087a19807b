import { instantAt, job, type Tx } from "@leashline/kit";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { EvaluationExpiryDueSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import { command, type DB, query } from "../db.ts";
import { type StoredService, servicesById } from "../services/service.store.ts";
import { petOfResult, standingOf } from "./evaluation.store.ts";
import type { Result } from "./evaluation.ts";

/** Nobody wants to be told at night. */
const AT = 10 * 60;

const remindDaysOf = ({ options }: Pick<StoredService, "options">): number => Number(options.evaluationRemindDays ?? 0);

/** Ten in the morning so many days before a pass runs out; null where nobody is reminded, or that is over. */
export function reminderAt(validUntil: string | null, daysBefore: number, zone: string, now: Date): Date | null {
  if (validUntil === null || daysBefore === 0) return null;
  const due = instantAt(Temporal.PlainDate.from(validUntil).subtract({ days: daysBefore }).toString(), AT, zone);
  return due > now ? due : null;
}

type Pass = Pick<Result, "id" | "petId" | "evaluationServiceId" | "validUntil">;

/** Reminds of a pass before it runs out, as the evaluation says. */
export function planReminder(tx: Tx<DB>, { id, petId, evaluationServiceId, validUntil }: Pass, evaluation: StoredService): void {
  const { businessId, zone } = tx.ctx.caller;
  const dueAt = reminderAt(validUntil, remindDaysOf(evaluation), zone, new Date());
  if (dueAt) tx.schedule(evaluationReminder, { key: id, dueAt, payload: { id, petId, evaluationServiceId }, businessId });
}

/** A pass that no longer counts, of an evaluation that is gone or reminds nobody, or of a pet that is gone, is no reason to write. */
export const evaluationReminder = job<Omit<Pass, "validUntil">>("evaluation-reminder", {
  attempts: 20,
  run: async (given, { id, evaluationServiceId }) => {
    const ctx = { ...given, idempotencyKey: "" };
    const { petId, counts, evaluation } = await query(ctx, async (db) => {
      const petId = (await petOfResult(db, id)) ?? "0";
      const [counts] = await standingOf(db, [petId], [evaluationServiceId]);
      return { petId, counts, evaluation: (await servicesById(db, [evaluationServiceId])).get(evaluationServiceId) };
    });
    if (counts?.id !== id || counts.validUntil === null || !evaluation || evaluation.deletedAt || remindDaysOf(evaluation) === 0) return;
    const { pets } = await ctx.client(PetService).batchGetPets({ petIds: [petId] });
    const pet = pets.find((one) => one.petId === petId);
    if (!pet) return;
    const { customerId, petName } = pet;
    const due = { evaluationId: id, customerId, businessId: ctx.businessId, petId, petName };
    await command(ctx, async (tx) => {
      tx.emit(
        EvaluationExpiryDueSchema,
        { ...due, evaluationName: evaluation.name, validUntil: counts.validUntil ?? "" },
        { key: `pet:${petId}` },
      );
      return {};
    });
  },
});
