import { type Ctx, fail, fromWireDate, implement, todayIn, toWireDate } from "@leashline/kit";
import { ReachService } from "@leashline/proto/leashline/customer/v1/reach_service_pb.js";
import { EvaluationService, type RecordPetEvaluationRequest } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import { command, type Db, query } from "../db.ts";
import { type StoredService, servicesById } from "../services/service.store.ts";
import { planReminder } from "./evaluation.jobs.ts";
import { type Lacking, toPetEvaluation } from "./evaluation.mapper.ts";
import { deleteResult, insertResult, resultsOf, standingOf } from "./evaluation.store.ts";
import { PASSED, type Result, validUntil, whyLacking } from "./evaluation.ts";

export const evaluationRpc = implement(EvaluationService, {
  async recordPetEvaluation(request, ctx) {
    await mustHavePet(ctx, request.petId);
    return await command(ctx, async (tx) => {
      const evaluation = await evaluationOf(tx.db, request.evaluationServiceId);
      const fields = resultFrom(request, ctx, evaluation);
      const made = await insertResult(tx.db, fields);
      planReminder(tx, { ...fields, ...made }, evaluation);
      tx.log({ entity: "pet", id: request.petId, action: "evaluation", after: { ...fields, evaluation: evaluation.name } });
      tx.notify("offering.evaluation", { ids: [request.petId] });
      return { evaluation: toPetEvaluation({ ...fields, ...made, evaluationName: evaluation.name }) };
    });
  },

  async deletePetEvaluation({ petId, evaluationId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await deleteResult(tx.db, petId, evaluationId);
      if (!before) return {};
      tx.log({ entity: "pet", id: petId, action: "evaluation removed", before });
      tx.notify("offering.evaluation", { ids: [petId] });
      return {};
    });
  },

  async batchGetPetEvaluations({ petIds }, ctx) {
    return { evaluations: (await query(ctx, (db) => resultsOf(db, petIds))).map(toPetEvaluation) };
  },

  async checkPetEvaluations({ petIds, serviceIds, date }, ctx) {
    const day = date ? fromWireDate(date, "date") : todayIn(ctx.caller.zone);
    const [pets, wanted] = [[...new Set(petIds)], [...new Set(serviceIds)]];
    return await query(ctx, async (db) => {
      const services = await servicesById(db, wanted);
      const asking = wanted.flatMap((id) => {
        const service = services.get(id);
        const evaluationId = service && askedFor(service);
        return evaluationId ? [{ service, evaluationId }] : [];
      });
      const evaluationIds = [...new Set(asking.map((one) => one.evaluationId))];
      const [standing, evaluations] = [await standingOf(db, pets, evaluationIds), await servicesById(db, evaluationIds)];
      const nameOf = (id: string) => evaluations.get(id)?.name ?? "";
      const pairs = pets.flatMap((petId) => asking.map((one) => ({ ...one, petId })));
      return { lacking: pairs.flatMap((pair) => lackingOf(pair, standing, nameOf(pair.evaluationId), day)) };
    });
  },
});

/** The evaluation that a service asks for; null for none. */
const askedFor = ({ options }: StoredService): string | null => {
  const id = options.evaluationServiceId;
  return typeof id === "string" && id !== "0" ? id : null;
};

type Gated = { readonly petId: string; readonly service: StoredService; readonly evaluationId: string };

function lackingOf({ petId, service, evaluationId }: Gated, standing: readonly Result[], evaluationName: string, day: string): Lacking[] {
  const known = standing.filter((one) => one.petId === petId && one.evaluationServiceId === evaluationId);
  const reason = whyLacking(known, day);
  if (reason === null) return [];
  const until = known[0]?.validUntil;
  const which = { petId, serviceId: service.id, serviceName: service.name, evaluationServiceId: evaluationId, evaluationName };
  return [{ ...which, reason, ...(until && { validUntil: toWireDate(until) }) }];
}

/** Whoever reaches all clients is not asked for each of them: that the pet is one of the company's is asked here. */
async function mustHavePet(ctx: Ctx, petId: string): Promise<void> {
  const { petIds } = await ctx.client(ReachService).listReached({ petIds: [petId], standing: true });
  if (!petIds.includes(petId)) throw fail("PET_NOT_FOUND", { field: "petId" });
}

async function evaluationOf(db: Db, id: string): Promise<StoredService> {
  const found = (await servicesById(db, [id])).get(id);
  if (!found || found.deletedAt || found.careType !== "EVALUATION") throw fail("SERVICE_NOT_FOUND", { field: "evaluationServiceId" });
  return found;
}

function resultFrom(request: RecordPetEvaluationRequest, { caller }: Ctx, { options }: StoredService): Omit<Result, "id"> {
  const today = todayIn(caller.zone);
  const evaluatedOn = request.evaluatedOn ? fromWireDate(request.evaluatedOn, "evaluatedOn") : today;
  if (evaluatedOn > today) throw fail("PARAMS_INVALID", { field: "evaluatedOn", reason: "cannot be in the future" });
  const passed = request.result === PASSED;
  const given = request.validUntil && fromWireDate(request.validUntil, "validUntil");
  if (given && !passed) throw fail("PARAMS_INVALID", { field: "validUntil", reason: "only a pass is valid for a time" });
  if (given && given < evaluatedOn) throw fail("PARAMS_INVALID", { field: "validUntil", reason: "is before the day of the evaluation" });
  return {
    petId: request.petId,
    evaluationServiceId: request.evaluationServiceId,
    result: request.result,
    notes: request.notes.trim(),
    evaluatedOn,
    validUntil: passed ? (given ?? validUntil(evaluatedOn, Number(options.evaluationValidMonths ?? 0))) : null,
    staffId: request.staffId === "0" && caller.kind === "staff" ? caller.staffId : request.staffId,
    appointmentId: request.appointmentId,
  };
}
