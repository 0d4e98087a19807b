import { UploadStateService } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";
import { PersonalDataService } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import type { Ctx } from "../context.ts";
import { databaseAccess } from "../db/access.ts";
import { type JobDef, job } from "../db/job.ts";
import type { AnyTx } from "../projections/projection.ts";
import { filesInUse, findDueWork, type PersonalPlace } from "./personal-rows.store.ts";

const atOnce = 500;
const { query } = databaseAccess<Record<never, never>>();

type Discard = { erasureId: string; fileIds: string[] };
export type DiscardFiles = JobDef<Discard>;

/** The services that keep something of clients. */
export const personKeepers = ["calendar", "customer", "message", "offering", "online-booking", "order", "payment", "reporting"] as const;

/** Those of these files that no other service names. */
async function notElsewhere(ctx: Ctx, fileIds: readonly string[]): Promise<readonly string[]> {
  const others = personKeepers.filter((service) => service !== ctx.runtime.name);
  const asked = others.map((service) => ctx.client(PersonalDataService, service).findFilesInUse({ service, fileIds: [...fileIds] }));
  const used = new Set((await Promise.all(asked)).flatMap((answer) => answer.fileIds));
  return fileIds.filter((id) => !used.has(id));
}

/**
 * Account keeps that these files are to go, and the gateway deletes them. Whether somebody else names one of them is found out here, place by place: it takes
 * a look at all that the company has, for which whoever erases need not wait, nor hold rows.
 */
const discardJob = (name: string, places: readonly PersonalPlace[]): DiscardFiles =>
  job<Discard>(name, {
    attempts: 1_000,
    leaseSeconds: 600,
    run: async (ctx, { fileIds }) => {
      for (let from = 0; from < fileIds.length; from += atOnce) await discardUnnamed(ctx, places, fileIds.slice(from, from + atOnce));
    },
  });

async function discardUnnamed(ctx: Ctx, places: readonly PersonalPlace[], fileIds: readonly string[]): Promise<void> {
  let left = fileIds;
  for (const place of places) {
    const used = new Set(await query(ctx, (db) => filesInUse(db, place, left)));
    left = left.filter((id) => !used.has(id));
  }
  if (left.length > 0) left = await notElsewhere(ctx, left);
  if (left.length > 0) await ctx.client(UploadStateService).discardFiles({ fileIds: [...left] });
}

export const discardFilesJob = (places: readonly PersonalPlace[]): DiscardFiles => discardJob("discard-unnamed-files", places);
/** Of an older version, which found out before; named otherwise, so that one beside this deletes nothing without a look. */
export const discardFilesBefore = (places: readonly PersonalPlace[]): DiscardFiles => discardJob("discard-files", places);

export function scheduleDiscards(tx: AnyTx, discardFiles: DiscardFiles, erasureId: string, fileIds: readonly string[]): void {
  for (let from = 0; from < fileIds.length; from += atOnce) {
    const some = fileIds.slice(from, from + atOnce);
    tx.schedule(discardFiles, { key: `${erasureId}-${some[0]}`, dueAt: new Date(), payload: { erasureId, fileIds: some } });
  }
}

/** After the end of the day on which a file was dropped, so that all of a day go in one look, and one that is named again meanwhile stays. */
const hoursAfterDay = 3;

/** Adds files to those that a day's rows named and that are gone. */
export async function scheduleDropped(tx: AnyTx, discardFiles: DiscardFiles, fileIds: readonly string[], now = new Date()): Promise<void> {
  if (fileIds.length === 0) return;
  const day = now.toISOString().slice(0, 10);
  const key = `dropped-${day}`;
  tx.lock([`dropped files:${tx.ctx.companyId}`]);
  const before = await findDueWork<Discard>(tx.db, { kind: discardFiles.name, key });
  const dueAt = new Date(Date.parse(day) + (24 + hoursAfterDay) * 3_600_000);
  tx.schedule(discardFiles, {
    key,
    dueAt,
    payload: { erasureId: "dropped", fileIds: [...new Set([...(before?.fileIds ?? []), ...fileIds])] },
  });
}
