import { asTenant, type Ctx, fail, implement, unsealNumbers } from "@leashline/kit";
import { UnsubscribeService } from "@leashline/proto/leashline/customer/v1/unsubscribe_service_pb.js";
import { UNSUBSCRIBE_LINK, unsubscribeOfNumbers } from "@leashline/proto/rules/client-link.ts";
import { businessesOf, phoneOf } from "../agreements/records/facts.ts";
import { emitClient } from "../clients/client.events.ts";
import { whoIs } from "../clients/client.read.ts";
import { lockClient, updateClient } from "../clients/client.store.ts";
import type { StoredClient } from "../clients/client.ts";
import { refreshTokens } from "../clients/search-token.store.ts";
import { command, type Db, query } from "../db.ts";

const spoilt = () => fail("NOT_AVAILABLE_ONLINE", { message: "This link is incomplete. Please copy the whole link, or call us." });

/** Acting for the client from here on. */
async function open(from: Ctx, token: string) {
  const numbers = unsealNumbers(from.runtime.config.signingKey, UNSUBSCRIBE_LINK.purpose, token);
  const link = numbers && unsubscribeOfNumbers(numbers);
  if (!link) throw spoilt();
  const ctx = asTenant(from, { companyId: link.companyId, businessId: link.businessId, name: "Client" });
  const client = await query(ctx, (db) => whoIs(db, link.customerId));
  if (!client || client.deletedAt) throw spoilt();
  return { ctx, client };
}

async function pageOf(ctx: Ctx, unsubscribed: boolean) {
  const business = (await businessesOf(ctx, [ctx.businessId])).get(ctx.businessId);
  return { businessName: business?.businessName ?? "", businessPhone: business ? phoneOf(business) : "", unsubscribed };
}

const locked = async (db: Db, { id }: StoredClient): Promise<StoredClient> => {
  const client = await lockClient(db, id);
  if (!client || client.deletedAt) throw spoilt();
  return client;
};

export const unsubscribeRpc = implement(UnsubscribeService, {
  async openUnsubscribePage({ token }, from) {
    const { ctx, client } = await open(from, token);
    return { page: await pageOf(ctx, client.isUnsubscribed) };
  },

  async unsubscribe({ token, again }, from) {
    const { ctx, client } = await open(from, token);
    const isUnsubscribed = !again;
    await command({ ...ctx, idempotencyKey: "" }, async (tx) => {
      const before = await locked(tx.db, client);
      if (before.isUnsubscribed === isUnsubscribed) return {};
      await updateClient(tx.db, client.id, { isUnsubscribed });
      const change = { before: { isUnsubscribed: before.isUnsubscribed }, after: { isUnsubscribed } };
      tx.log({ entity: "client", id: client.id, action: "update", actorName: "Client", ...change });
      emitClient(tx, { ...before, isUnsubscribed });
      refreshTokens(tx, [client.id]);
      return {};
    });
    return { page: await pageOf(ctx, isUnsubscribed) };
  },
});
