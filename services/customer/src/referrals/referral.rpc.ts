import { fail, implement, listed, type Page, type Tx, toTimestamp } from "@leashline/kit";
import { ReferralService } from "@leashline/proto/leashline/customer/v1/referral_service_pb.js";
import { findClient } from "../clients/client.read.ts";
import { mustHaveClient } from "../clients/client.write.ts";
import { reach } from "../clients/visibility.store.ts";
import { command, type DB, query } from "../db.ts";
import { countReferred, type Referred, referredBy, referrerOf, setReferrer, wasSentBy } from "./referral.store.ts";

const toReferred = ({ id, name, createdAt }: Referred) => ({ customerId: id, name, createTime: toTimestamp(createdAt) });

/** Both are there, in the order of their ids, so that two who note it crosswise do not wait for each other. Answers them as they are now. */
async function mustHaveBoth(tx: Tx<DB>, clientId: string, referrerId: string) {
  const wrong = (reason: string) => fail("PARAMS_INVALID", { field: "referrerId", reason });
  // One after the other in a company: two at once could close a circle that neither sees.
  tx.lock([`customer referrals:${tx.ctx.companyId}`]);
  await findClient(tx.ctx, tx.db, clientId);
  const ids = [...new Set([clientId, referrerId])].filter((id) => id !== "0").sort((a, b) => Number(BigInt(a) - BigInt(b)));
  const found = new Map<string, string>();
  for (const id of ids) found.set(id, (await mustHaveClient(tx, id, id === clientId ? "customerId" : "referrerId")).id);
  if (clientId === referrerId) throw wrong("nobody sends themselves");
  const [client, referrer] = [found.get(clientId) ?? clientId, found.get(referrerId) ?? "0"];
  if (referrer !== "0" && (await wasSentBy(tx.db, referrer, client))) throw wrong("they were sent by this client themselves");
  return { client, referrer };
}

export const referralRpc = implement(ReferralService, {
  async listReferrals({ customerId, ...request }, ctx) {
    return await query(ctx, async (db) => {
      const { id } = await findClient(ctx, db, customerId);
      const read = (page: Page) => referredBy(db, id, reach(ctx), page);
      const { rows, nextPageToken } = await listed(request, { read, key: (row) => [row.createdAt.toISOString(), row.id] });
      const referrer = await referrerOf(db, id, reach(ctx));
      return {
        ...(referrer && { referrer: toReferred(referrer) }),
        referred: rows.map(toReferred),
        nextPageToken,
        total: await countReferred(db, id),
      };
    });
  },

  async setReferrer({ customerId, referrerId }, ctx) {
    return await command(ctx, async (tx) => {
      const { client, referrer } = await mustHaveBoth(tx, customerId, referrerId);
      const before = await referrerOf(tx.db, client, reach(ctx));
      await setReferrer(tx.db, client, referrer);
      const after = await referrerOf(tx.db, client, reach(ctx));
      tx.log({
        entity: "client",
        id: client,
        action: "referral noted",
        before: { sentBy: before?.name ?? "" },
        after: { sentBy: after?.name ?? "" },
      });
      tx.notify("customer.client", { ids: [client, ...(referrer === "0" ? [] : [referrer])] });
      return { ...(after && { referrer: toReferred(after) }) };
    });
  },
});
