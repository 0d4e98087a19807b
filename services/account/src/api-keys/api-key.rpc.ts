import { type Ctx, fail, implement, mustExist, type Tx } from "@leashline/kit";
import { ApiKeyService } from "@leashline/proto/leashline/account/v1/api_key_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { mustGive, permissionSet } from "../roles/role.ts";
import { newSecret, sha256 } from "../shared/secrets.ts";
import { notifySessionsChanged } from "../shared/sessions-changed.ts";
import { toKey } from "./api-key.mapper.ts";
import { type ApiKeyRow, countLiveKeys, findApiKey, insertApiKey, listApiKeys, type NewKey, updateApiKey } from "./api-key.store.ts";

const mostKeys = 100;

const usualOverlapHours = 24;

const isLive = (row: ApiKeyRow): boolean => row.revokeTime === null && (row.expireTime === null || row.expireTime.getTime() > Date.now());

export const apiKeyRpc = implement(ApiKeyService, {
  async createApiKey({ name, permissions, businessIds, expiresInDays }, ctx) {
    const set = permissionSet(permissions);
    mustGive(ctx.caller, set);
    if (businessIds.length > 0) mustReach(ctx, businessIds);
    const expireTime = expiresInDays > 0 ? new Date(Date.now() + expiresInDays * 86_400_000) : null;
    return await issue(ctx, { name: name.trim(), permissions: set, businessIds: reachOf(ctx, businessIds), expireTime });
  },

  async listApiKeys(_request, ctx) {
    return { apiKeys: (await query(ctx, (db) => listApiKeys(db))).map(toKey) };
  },

  async revokeApiKey({ id }, ctx) {
    return await command(ctx, async (tx) => {
      const row = await mustFind(tx, id);
      if (row.revokeTime) return { apiKey: toKey(row) };
      tx.log({ entity: "api_key", id, action: "revoked" });
      notifySessionsChanged(tx, { companyId: ctx.companyId });
      return { apiKey: toKey(await updateApiKey(tx.db, id, { revokeTime: new Date() })) };
    });
  },

  async rotateApiKey({ id, overlapHours }, ctx) {
    const old = mustExist(await query(ctx, (db) => findApiKey(db, id)), "id");
    mustGive(ctx.caller, old.permissions);
    mustReach(ctx, old.businessIds);
    if (!ctx.idempotencyKey && !isLive(old)) throw fail("STATE_CONFLICT", { message: "Only a live key can be rotated." });
    const { name, permissions, businessIds, expireTime } = old;
    return await issue(ctx, { name, permissions, businessIds, expireTime }, async (tx) => {
      if (!isLive(old)) throw fail("STATE_CONFLICT", { message: "Only a live key can be rotated." });
      const until = new Date(Date.now() + (overlapHours ?? usualOverlapHours) * 3_600_000);
      await updateApiKey(tx.db, id, { expireTime: old.expireTime && old.expireTime < until ? old.expireTime : until });
      tx.log({ entity: "api_key", id, action: "rotated" });
      notifySessionsChanged(tx, { companyId: ctx.companyId });
    });
  },
});

/** Businesses a key may use: those named; without any, every one for the owner and the caller's own for others. */
const reachOf = (ctx: Ctx, named: readonly string[]): string[] =>
  named.length > 0 || ctx.caller.permissions === "all" ? [...named] : ctx.caller.businessIds;

/** Nobody holds a key that reaches further than they do; one without businesses reaches all there are. */
function mustReach(ctx: Ctx, businessIds: readonly string[]): void {
  const own = ctx.caller.businessIds;
  const reaches = businessIds.length === 0 ? ctx.caller.permissions === "all" : businessIds.every((id) => own.includes(id));
  if (!reaches) throw fail("NO_PERMISSION", { field: "businessIds" });
}

type Shape = Pick<NewKey, "name" | "permissions" | "businessIds" | "expireTime">;

async function issue(ctx: Ctx, shape: Shape, also?: (tx: Tx<DB>) => Promise<void>) {
  const secret = `llk_${newSecret(ctx, "api-key")}`;
  const id = await command(
    ctx,
    async (tx) => {
      tx.lock(["api-keys"]);
      await also?.(tx);
      if ((await countLiveKeys(tx.db)) >= mostKeys)
        throw fail("STATE_CONFLICT", { message: `At most ${mostKeys} keys. Revoke one first.` });
      const row = await insertApiKey(tx.db, {
        ...shape,
        prefix: secret.slice(0, 12),
        keyHash: sha256(secret),
        createdBy: ctx.caller.name,
        createdByStaffId: ctx.caller.staffId,
      });
      tx.log({ entity: "api_key", id: row.id, action: "created", after: { name: shape.name, permissions: shape.permissions } });
      return row.id;
    },
    { step: "issue" },
  );
  const row = await query(ctx, (db) => findApiKey(db, id));
  return { apiKey: toKey(row as ApiKeyRow), secret };
}

async function mustFind(tx: Tx<DB>, id: string): Promise<ApiKeyRow> {
  return mustExist(await findApiKey(tx.db, id), "id");
}
