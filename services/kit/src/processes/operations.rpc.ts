import { OperationsService } from "@leashline/proto/leashline/kit/v1/operations_service_pb.js";
import type { Ctx } from "../context.ts";
import { databaseAccess } from "../db/access.ts";
import { fail } from "../errors.ts";
import type { Rebuildable } from "../projections/projection.ts";
import { walkOf } from "../projections/repair.ts";
import { implement, type RpcGroup } from "../rpc/implement.ts";
import { cut, pageOf } from "../rpc/page.ts";
import type { Runtime } from "../runtime.ts";
import type { AnyProcess } from "./process.ts";
import { toProcessRun } from "./run.mapper.ts";
import { listRuns, settleRun } from "./run.store.ts";

/** A service of this process, as operations see it. */
export type Operated = { name: string; projections: readonly Rebuildable[]; processes: readonly AnyProcess[]; runtime: Runtime };

const atOnce = 200;
const { command } = databaseAccess<Record<never, never>>();

/** What whoever runs an installation asks of the services of this process. */
export const operationsRpc = (operated: readonly Operated[]): RpcGroup =>
  implement(OperationsService, {
    async rebuildProjections({ service, pageToken, pageSize }, ctx) {
      const { projections, runtime } = named(operated, service);
      const [first, ...others] = projections.map(({ name }) => name);
      if (first === undefined) return {};
      const { placeOf, tokenAfter } = walkOf([first, ...others]);
      const place = placeOf(pageToken);
      const found = projections.find(({ name }) => name === place.stage) as Rebuildable;
      const { last, corrected } = await found.rebuild(within(runtime, ctx), place.after, pageSize || atOnce);
      return { nextPageToken: tokenAfter(place, last), corrected, projection: place.stage };
    },

    async listProcessRuns({ service, all, ...request }, ctx) {
      const { processes, runtime } = named(operated, service);
      const { size, after } = pageOf({ ...request, pageNum: 0 }, { standard: 50 });
      const rows = await listRuns(within(runtime, ctx), { all, before: after?.[0] ?? newest, size: size + 1 });
      const page = cut(rows, size, (row) => [row.id]);
      return { runs: page.rows.map((row) => toProcessRun(row, processes)), nextPageToken: page.nextPageToken };
    },

    retryProcessRun: ({ service, id }, ctx) => settle(named(operated, service), ctx, id, "retry"),
    abandonProcessRun: ({ service, id }, ctx) => settle(named(operated, service), ctx, id, "abandon"),
  });

const newest = "9223372036854775807";

async function settle({ runtime, processes }: Operated, asked: Ctx, id: string, how: "retry" | "abandon") {
  return await command(within(runtime, asked), async (tx) => {
    const row = await settleRun(tx, id, how);
    if (!row) throw fail("NOT_FOUND", { field: "id", reason: "there is no run of that id to which this could be done" });
    const found = processes.find(({ kind }) => kind === row.kind);
    if (found && how === "retry")
      tx.schedule(found.job, { key: row.id, dueAt: new Date(), payload: { id: row.id }, businessId: row.businessId });
    return { run: toProcessRun(row, processes) };
  });
}

function named(operated: readonly Operated[], service: string): Operated {
  const found = operated.find(({ name }) => name === service);
  if (!found) throw fail("NOT_FOUND", { field: "service", reason: `this process hosts no service ${service}` });
  return found;
}

/** The same caller at the service that is meant; each page writes for itself, so no key of the call goes along. */
const within = (runtime: Runtime, { caller, requestId, trace }: Ctx): Ctx => runtime.context({ caller, requestId, trace });
