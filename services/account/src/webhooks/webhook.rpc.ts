import { randomUUID } from "node:crypto";
import { type Ctx, fail, fromTimestamp, implement, listed, mustBeCurrent, mustExist, type Page, type Tx } from "@leashline/kit";
import { seal } from "@leashline/kit/permissions/sealing.ts";
import { WebhookService } from "@leashline/proto/leashline/account/v1/webhook_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { newSecret } from "../shared/secrets.ts";
import { endpointProblem } from "./address.ts";
import { isOpenNetwork, queue } from "./deliver.ts";
import { eventTypes, isEventType, pingType } from "./event-types.ts";
import { listenersSubject } from "./follow.ts";
import { secretText } from "./signing.ts";
import { wantedAfter } from "./wanted.ts";
import { toDelivery, toEndpoint } from "./webhook.mapper.ts";
import {
  databaseTime,
  type EndpointRow,
  eventsAfter,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  lockEndpoint,
  updateEndpoint,
  wantsOf,
} from "./webhook.store.ts";

const mostEndpoints = 20;

const overlapHours = 24;

const replayAtOnce = 1_000;

export const webhookRpc = implement(WebhookService, {
  async createWebhookEndpoint({ url, description, eventTypes: types }, ctx) {
    mustBeAddress(ctx, url);
    mustBeTypes(types);
    const secret = freshSecret(ctx);
    const row = { url, description, eventTypes: types, sealedSecret: sealed(ctx, secret) };
    const id = await command(
      ctx,
      async (tx) => {
        tx.lock(["webhooks"]);
        if ((await listEndpoints(tx.db)).length >= mostEndpoints)
          throw fail("STATE_CONFLICT", { message: `At most ${mostEndpoints} endpoints.` });
        const made = await insertEndpoint(tx.db, row);
        changed(tx, made, "created", { url, eventTypes: types });
        return made;
      },
      { step: "create" },
    );
    return { endpoint: await shown(ctx, id), secret: secretText(secret) };
  },

  async listWebhookEndpoints(_request, ctx) {
    return { endpoints: (await query(ctx, (db) => listEndpoints(db))).map(toEndpoint) };
  },

  async updateWebhookEndpoint({ id, url, description, eventTypes: types, allEvents, enabled, version }, ctx) {
    if (url !== undefined) mustBeAddress(ctx, url);
    mustBeTypes(types);
    return await command(ctx, async (tx) => {
      const before = await mustFind(tx, id);
      mustBeCurrent(version, before.version);
      const wanted = { eventTypes: allEvents ? [] : types.length > 0 ? types : before.eventTypes, enabled: enabled ?? before.enabled };
      const patch = {
        ...(url === undefined ? {} : { url }),
        ...(description === undefined ? {} : { description }),
        ...(enabled === undefined ? {} : { disabledReason: "" }),
        ...wanted,
      };
      changed(tx, id, "updated", patch);
      const wantedSince = JSON.stringify(wantedAfter(wantsOf(before), wanted, await databaseTime(tx.db)));
      return { endpoint: toEndpoint(await updateEndpoint(tx.db, id, { ...patch, wantedSince })) };
    });
  },

  async deleteWebhookEndpoint({ id }, ctx) {
    return await command(ctx, async (tx) => {
      const row = await lockEndpoint(tx.db, id);
      if (!row) return {};
      await updateEndpoint(tx.db, id, { deletedAt: new Date(), enabled: false });
      changed(tx, id, "deleted", {});
      return {};
    });
  },

  async rotateWebhookSecret({ id }, ctx) {
    const secret = freshSecret(ctx);
    await command(
      ctx,
      async (tx) => {
        const before = await mustFind(tx, id);
        const until = new Date(Date.now() + overlapHours * 3_600_000);
        await updateEndpoint(tx.db, id, {
          sealedSecret: sealed(ctx, secret),
          oldSealedSecret: before.sealedSecret,
          oldSecretUntil: until,
        });
        changed(tx, id, "secret rotated", {});
      },
      { step: "rotate" },
    );
    return { endpoint: await shown(ctx, id), secret: secretText(secret) };
  },

  async testWebhookEndpoint({ id }, ctx) {
    return await command(ctx, async (tx) => {
      await mustBeOn(tx, id);
      const body = JSON.stringify({
        type: pingType,
        timestamp: new Date().toISOString(),
        companyId: ctx.companyId,
        data: { message: "Hello from Leashline" },
      });
      return { delivery: toDelivery(await queue(tx, id, { messageId: `evt_test_${randomUUID()}`, eventType: pingType, body })) };
    });
  },

  async listWebhookDeliveries(request, ctx) {
    const { endpointId, state } = request;
    const read = (page: Page) => query(ctx, (db) => listDeliveries(db, { endpointId, state, ...page }));
    const { rows, nextPageToken } = await listed(request, { standard: 50, read, key: (row) => [row.id] });
    return { deliveries: rows.map(toDelivery), nextPageToken };
  },

  async replayWebhookEvents({ endpointId, cursor, sinceTime }, ctx) {
    return await command(ctx, async (tx) => {
      const endpoint = await mustBeOn(tx, endpointId);
      const events = await eventsAfter(tx.db, cursor, cursor === "0" ? fromTimestamp(sinceTime) : null, replayAtOnce + 1);
      const chosen = events.slice(0, replayAtOnce);
      const wanted = chosen.filter((e) => endpoint.eventTypes.length === 0 || endpoint.eventTypes.includes(e.eventType));
      for (const e of wanted) await queue(tx, endpointId, { messageId: e.messageId, eventType: e.eventType, body: e.body });
      return { queued: wanted.length, nextCursor: chosen.at(-1)?.id ?? cursor, more: events.length > replayAtOnce };
    });
  },

  listWebhookEventTypes: async () => ({
    eventTypes: eventTypes.map(({ eventType, schema }) => ({ eventType, messageType: schema.typeName })),
  }),
});

const freshSecret = (ctx: Ctx): Buffer => Buffer.from(newSecret(ctx, "webhook"), "base64url");

const sealed = (ctx: Ctx, secret: Buffer): Buffer => seal(secret, ctx.runtime.config.signingKey, "webhook");

function mustBeAddress(ctx: Ctx, url: string): void {
  const reason = endpointProblem(url, isOpenNetwork(ctx));
  if (reason) throw fail("PARAMS_INVALID", { message: reason, field: "url", reason });
}

function mustBeTypes(types: readonly string[]): void {
  const wrong = types.find((type) => !isEventType(type));
  if (wrong !== undefined) throw fail("PARAMS_INVALID", { field: "eventTypes", reason: `there is no event ${wrong}` });
}

async function mustFind(tx: Tx<DB>, id: string): Promise<EndpointRow> {
  return mustExist(await lockEndpoint(tx.db, id), "id");
}

async function mustBeOn(tx: Tx<DB>, id: string): Promise<EndpointRow> {
  const row = await mustFind(tx, id);
  if (!row.enabled) throw fail("STATE_CONFLICT", { message: "This endpoint is turned off." });
  return row;
}

async function shown(ctx: Ctx, id: string) {
  const row = (await query(ctx, (db) => listEndpoints(db))).find((e) => e.id === id);
  return row ? toEndpoint(row) : {};
}

function changed(tx: Tx<DB>, id: string, action: string, after: object): void {
  const { bus, config } = tx.ctx.runtime;
  tx.log({ entity: "webhook_endpoint", id, action, after });
  tx.notify("account.webhook", { ids: [id] });
  tx.afterCommit(() => bus.publishCore(listenersSubject(config.prefix), ""));
}
