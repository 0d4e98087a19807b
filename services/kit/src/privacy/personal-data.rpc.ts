import { PersonalDataService } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import type { Ctx } from "../context.ts";
import { databaseAccess } from "../db/access.ts";
import { fail } from "../errors.ts";
import { toMoney } from "../money/money.ts";
import { implement, type RpcGroup } from "../rpc/implement.ts";
import type { Runtime } from "../runtime.ts";
import type { PersonalData } from "./personal-data.ts";
import { countRows, countRowsEach, filesInUse, type PersonIds, readRows } from "./personal-rows.store.ts";

/** A service of this process, and what it keeps of people. */
export type Keeper = { name: string; personal: PersonalData | undefined; runtime: Runtime };

const atOnce = 500;
const { query } = databaseAccess<Record<never, never>>();

/** What the services of this process keep of one person. */
export const personalDataRpc = (keepers: readonly Keeper[]): RpcGroup =>
  implement(PersonalDataService, {
    async readPersonalData({ service, person, pageToken }, ctx) {
      const { personal, runtime } = named(keepers, service);
      const given = (personal?.places ?? []).filter(({ name }) => name);
      const { index, offset } = readToken(pageToken);
      const place = given[index];
      if (!place) return {};
      const rows = await query(within(runtime, ctx), (db) => readRows(db, place, idsOf(person), { offset, limit: atOnce + 1 }));
      const next = rows.length > atOnce ? `${index}.${offset + atOnce}` : index + 1 < given.length ? `${index + 1}.0` : "";
      return { name: place.name ?? "", rows: rows.slice(0, atOnce), nextPageToken: next };
    },

    async findErasureObstacles({ service, person }, ctx) {
      const { personal, runtime } = named(keepers, service);
      return await query(within(runtime, ctx), async (db) => {
        const found = [];
        for (const { reason, table, whose, goes } of personal?.obstacles ?? []) {
          if (goes) continue;
          const count = await countRows(db, { table, whose }, idsOf(person));
          if (count > 0) found.push({ reason, count });
        }
        return { obstacles: found };
      });
    },

    async findOpenMatters({ service, customerIds, reasons, businessIds }, ctx) {
      const { personal, runtime } = named(keepers, service);
      const asked = (personal?.obstacles ?? []).filter(({ reason }) => reasons.includes(reason));
      return await query(within(runtime, ctx), async (db) => {
        const found = [];
        for (const matter of asked)
          for (const { id, n, minor, currency } of await countRowsEach(db, matter, { customerIds, businessIds }))
            found.push({
              ...{ customerId: id, reason: matter.reason, count: n },
              ...(matter.amount && { amount: toMoney(minor, currency || ctx.caller.currency) }),
            });
        return { matters: found };
      });
    },

    async findFilesInUse({ service, fileIds }, ctx) {
      const { personal, runtime } = named(keepers, service);
      const used: string[] = [];
      for (const place of personal?.places ?? []) used.push(...(await query(within(runtime, ctx), (db) => filesInUse(db, place, fileIds))));
      return { fileIds: [...new Set(used)] };
    },
  });

const idsOf = (person: PersonIds | undefined): PersonIds => ({ customerIds: person?.customerIds ?? [], petIds: person?.petIds ?? [] });

function readToken(token: string): { index: number; offset: number } {
  const parts = /^(\d{1,4})\.(\d{1,9})$/.exec(token);
  if (token !== "" && !parts) throw fail("PARAMS_INVALID", { field: "pageToken", reason: "this is no token of ours" });
  return { index: Number(parts?.[1] ?? 0), offset: Number(parts?.[2] ?? 0) };
}

function named(keepers: readonly Keeper[], service: string): Keeper {
  const found = keepers.find(({ name }) => name === service);
  if (!found) throw fail("NOT_FOUND", { field: "service", reason: `this process hosts no service ${service}` });
  return found;
}

/** The same caller at the service that is meant. */
const within = (runtime: Runtime, { caller, requestId, trace }: Ctx): Ctx => runtime.context({ caller, requestId, trace });
