import { implement } from "@leashline/kit";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { toAppointment } from "../appointments/appointment.mapper.ts";
import type { Appointment } from "../appointments/appointment.ts";
import { batchBookAgain, batchCancel, batchReschedule } from "./batch.ts";
import { previewBatch } from "./preview.ts";
import { batchReprice, previewReprice } from "./reprice.ts";

const answer = async (appointments: Promise<Appointment[]>) => ({ appointments: (await appointments).map(toAppointment) });

export const batchRpc = implement(BatchService, {
  previewBatch: async (request, ctx) => ({ rows: await previewBatch(ctx, request) }),
  batchReschedule: (request, ctx) => answer(batchReschedule(ctx, request)),
  batchBookAgain: (request, ctx) => answer(batchBookAgain(ctx, request)),
  previewReprice: (request, ctx) => previewReprice(ctx, request),
  batchReprice: (request, ctx) => answer(batchReprice(ctx, request)),
  batchCancel: (request, ctx) => answer(batchCancel(ctx, request)),
});
