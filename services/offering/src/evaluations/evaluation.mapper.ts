import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp, toWireDate } from "@leashline/kit";
import type { LackingEvaluationSchema, PetEvaluationSchema } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import type { StoredResult } from "./evaluation.store.ts";

export const toPetEvaluation = (row: StoredResult): MessageInitShape<typeof PetEvaluationSchema> => ({
  evaluationId: row.id,
  petId: row.petId,
  evaluationServiceId: row.evaluationServiceId,
  evaluationName: row.evaluationName,
  result: row.result,
  notes: row.notes,
  evaluatedOn: toWireDate(row.evaluatedOn),
  ...(row.validUntil && { validUntil: toWireDate(row.validUntil) }),
  staffId: row.staffId,
  appointmentId: row.appointmentId,
  createTime: toTimestamp(row.createTime),
});

export type Lacking = MessageInitShape<typeof LackingEvaluationSchema>;
