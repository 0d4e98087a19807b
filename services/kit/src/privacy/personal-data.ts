import type { DescMessage } from "@bufbuild/protobuf";
import type { ErasureObstacleReason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import { databaseAccess } from "../db/access.ts";
import { type JobDef, job } from "../db/job.ts";
import { type Consumer, consumer } from "../events/consumer.ts";
import type { AnyTx } from "../projections/projection.ts";
import { discardFilesBefore, discardFilesJob, scheduleDiscards, scheduleDropped } from "./discard-files.jobs.ts";
import { fileIdsIn } from "./file-paths.ts";
import { eraseRows, type PersonalPlace, type PersonIds } from "./personal-rows.store.ts";

/** Rows of a client that are not settled, and what they are: they stand in the way of erasing somebody unless `goes` says that they go along. `place` is where a row says at which location it is, else
 * its business_id. */
export type Obstacle = { reason: ErasureObstacleReason; table: string; whose: string; amount?: string; goes?: true; place?: string };
export type PersonalData = {
  /** What is read for an export, and how each is erased, in this order. */
  places: readonly PersonalPlace[];
  obstacles: readonly Obstacle[];
  consumers: readonly Consumer[];
  // biome-ignore lint/suspicious/noExplicitAny: each of them carries its own payload
  jobs: readonly JobDef<any>[];
  /** Deletes files that a row named which is gone, in a while and unless another row names them then. */
  discard: (tx: AnyTx, paths: readonly string[]) => Promise<void>;
  /** In the transaction of the erasure itself, for the service that decides on it. */
  erase: (tx: AnyTx, told: Told) => Promise<void>;
};
type Told = { erasureId: string } & PersonIds;
type Declared = {
  places: readonly PersonalPlace[];
  obstacles?: readonly Obstacle[];
  /** What hangs on the names: cards, search words, what a provider keeps. Before the rows are changed. */
  forgotten?: (tx: AnyTx, person: PersonIds) => Promise<void>;
  /** The same, once they are changed. */
  changed?: (tx: AnyTx, person: PersonIds) => Promise<void>;
};

/** How a person is called who was erased. */
export const erasedName = { firstName: "Erased", lastName: "client", pet: "Erased pet" } as const;
/** The same within assignments of SQL. */
export const erasedSql = { first: "'Erased'", last: "'client'", full: "'Erased client'", pet: "'Erased pet'" } as const;

/** What was on its way with a name in it when the person was erased has arrived by then. */
const againAfterSeconds = [60, 3_600];

const { command } = databaseAccess<Record<never, never>>();

/** The log of changes to these things says no more what they were like; that somebody changed them stays. `ids` is a condition on `t.entity_id`. */
export const loggedChanges = (entities: readonly string[], ids: string): PersonalPlace => ({
  table: "change_log",
  whose: `t.entity in (${entities.map((entity) => `'${entity}'`).join(", ")}) and t.entity_id ${ids}`,
  erase: { set: "before = null, after = null, note = ''" },
  past: true,
});

/** What a log says under these names, before and after. */
export const loggedFiles = (names: readonly string[]): string[] =>
  names.flatMap((name) => [`t.before -> '${name}'`, `t.after -> '${name}'`]);

/** Declares what a service keeps of a person: it can be read, and it goes when the person is erased. Money stays, names go. */
export function personalData(erased: DescMessage, { places, obstacles = [], forgotten, changed }: Declared): PersonalData {
  const discardFiles = discardFilesJob(places);
  const forget = async (tx: AnyTx, told: Told): Promise<void> => {
    await forgotten?.(tx, told);
    const named: string[] = [];
    for (const place of places) named.push(...(await eraseRows(tx.db, place, told)));
    scheduleDiscards(tx, discardFiles, told.erasureId, fileIdsIn(named, tx.ctx.companyId));
    await changed?.(tx, told);
  };
  const late = job<Told>("person-erased", {
    run: async (ctx, told) => void (await command(ctx, async (tx) => forget(tx, told).then(() => ({ done: true })))),
  });
  const erase = async (tx: AnyTx, { erasureId, customerIds, petIds }: Told): Promise<void> => {
    const told = { erasureId, customerIds: [...customerIds], petIds: [...petIds] };
    await forget(tx, told);
    for (const seconds of againAfterSeconds)
      tx.schedule(late, { key: `${erasureId}-${seconds}`, dueAt: new Date(Date.now() + seconds * 1000), payload: told });
  };
  return {
    places,
    obstacles,
    erase,
    discard: (tx, paths) => scheduleDropped(tx, discardFiles, fileIdsIn(paths, tx.ctx.companyId)),
    jobs: [late, discardFiles, discardFilesBefore(places)],
    consumers: [consumer(erased, async (tx: AnyTx, event) => await erase(tx, event as never))],
  };
}
