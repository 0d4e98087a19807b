import { OperationsService } from "@leashline/proto/leashline/kit/v1/operations_service_pb.js";
import type { Ctx } from "./context.ts";
import { fail } from "./errors.ts";
import type { Rebuildable } from "./projections/projection.ts";
import { walkOf } from "./projections/repair.ts";
import { implement, type RpcGroup } from "./rpc/implement.ts";
import type { Runtime } from "./runtime.ts";

/** A service of this process, as operations see it. */
export type Operated = { name: string; projections: readonly Rebuildable[]; runtime: Runtime };

const atOnce = 200;

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
  });

function named(operated: readonly Operated[], service: string): Operated {
  const found = operated.find(({ name }) => name === service);
  if (!found) throw fail("NOT_FOUND", { field: "service", reason: `this process hosts no service ${service}` });
  return found;
}

/** The same caller at the service that is meant; each page writes for itself, so no key of the call goes along. */
const within = (runtime: Runtime, { caller, requestId, trace }: Ctx): Ctx => runtime.context({ caller, requestId, trace });
