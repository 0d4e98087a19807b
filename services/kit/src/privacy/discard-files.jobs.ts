import { UploadStateService } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { job } from "../db/job.ts";
import type { AnyTx } from "../projections/projection.ts";

const atOnce = 500;

/** Nobody names these files any more: account keeps that they are to go, and the gateway deletes them. */
export const discardFiles = job<{ erasureId: string; fileIds: string[] }>("discard-files", {
  attempts: 1_000,
  run: async (ctx, { fileIds }) => void (await ctx.client(UploadStateService).discardFiles({ fileIds })),
});

export function scheduleDiscards(tx: AnyTx, erasureId: string, fileIds: readonly string[]): void {
  for (let from = 0; from < fileIds.length; from += atOnce) {
    const some = fileIds.slice(from, from + atOnce);
    tx.schedule(discardFiles, { key: `${erasureId}-${some[0]}`, dueAt: new Date(), payload: { erasureId, fileIds: some } });
  }
}
