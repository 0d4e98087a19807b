import { type Ctx, job, type Tx } from "@leashline/kit";
import { command, type DB } from "../../db.ts";
import { nextMorning } from "../../vaccinations/reminders.jobs.ts";
import { askFor } from "../records/record.store.ts";
import { settleAll } from "../records/settle.jobs.ts";
import { lockRecords, sendLink, settleAnew } from "../records/settle.ts";
import { type Behind, endingSoon, waitingUnder, wantsRenewals } from "./renewal.store.ts";

/** Signatures that one commit asks for anew. */
const SOME = 200;
type Shop = { zone: string; businessId: string };

/** Once more when it has run out: whoever did not sign anew before. */
export const remindOfEnded = job<{ agreementId: string; clientIds: string[] }>("agreement-ended-reminders", {
  run: async (ctx, { agreementId, clientIds }) => {
    await command(ctx, async (tx) => {
      lockRecords(tx, clientIds);
      for (const waiting of await waitingUnder(tx.db, agreementId, clientIds)) sendLink(tx, waiting);
      return { done: true };
    });
  },
});

/** Nobody wants to be told at night, which is when things run out. */
function planReminders(tx: Tx<DB>, agreementId: string, clientIds: readonly string[], zone: string): void {
  const payload = { agreementId, clientIds: [...clientIds] };
  tx.schedule(remindOfEnded, { key: `${agreementId}:${clientIds[0]}-${clientIds.at(-1)}`, dueAt: nextMorning(zone), payload });
}

/** A signature ran out: its client is asked again. */
export const signatureExpired = job<{ clientId: string; agreementId?: string; zone?: string }>("agreement-expired", {
  run: async (ctx, { clientId, agreementId, zone = "UTC" }) => {
    await command(ctx, async (tx) => {
      await settleAnew(tx, [clientId]);
      if (agreementId) planReminders(tx, agreementId, [clientId], zone);
      return { done: true };
    });
  },
});

/** The last day of an agreement is over: everybody's signatures ran out. */
export const agreementEnded = job<{ agreementId: string; zone?: string }>("agreement-ended", {
  leaseSeconds: 600,
  run: async (ctx, { agreementId, zone = "UTC" }) =>
    await settleAll(ctx, agreementId, async (tx, ids) => planReminders(tx, agreementId, ids, zone)),
});

/** An agreement ends then; null for never, also where it was to end before. An ending that has come is not called off by a change after it. */
export function planEnding(tx: Tx<DB>, agreementId: string, at: Date | null, before: Date | null): void {
  const payload = { agreementId, zone: tx.ctx.caller.zone };
  const isToCome = (one: Date | null): boolean => one !== null && one > new Date();
  if (at && isToCome(at)) tx.schedule(agreementEnded, { key: agreementId, dueAt: new Date(at.getTime() + 1_000), payload });
  else if (!at || isToCome(before)) tx.unschedule(agreementEnded, agreementId);
}

export const planRenewals = (tx: Tx<DB>, shop: Shop): void =>
  tx.schedule(renewalsDue, { key: "daily", businessId: shop.businessId, dueAt: nextMorning(shop.zone), payload: shop });

/** Asks some whose signature runs out soon to sign anew; answers behind whom there may be more. */
async function renewSome(tx: Tx<DB>, after: Behind | undefined): Promise<Behind | undefined> {
  tx.lock(["agreement renewals"]);
  const found = await endingSoon(tx.db, after, SOME);
  lockRecords(tx, [...new Set(found.map(({ clientId }) => clientId))]);
  for (const { clientId, agreementId, businessId } of found) {
    const id = await askFor(tx.db, { clientId, agreementId, appointmentId: "0" }, businessId);
    sendLink(tx, { id, clientId, businessId });
  }
  if (found.length > 0) tx.notify("customer.client", { ids: [...new Set(found.map(({ clientId }) => clientId))] });
  return found.length === SOME ? found.at(-1) : undefined;
}

/** Once a day, as long as an agreement wants it; what one commit does not do is the work of the next row. */
export const renewalsDue = job<Shop & { after?: Behind }>("agreement-renewals", {
  attempts: 100,
  leaseSeconds: 300,
  run: async (given, { after, ...shop }) => {
    const ctx: Ctx = { ...given, idempotencyKey: "" };
    await command(ctx, async (tx) => {
      const next = await renewSome(tx, after);
      if (next) goOn(tx, shop, next);
      if (!after && (await wantsRenewals(tx.db))) planRenewals(tx, shop);
      return {};
    });
  },
});

function goOn(tx: Tx<DB>, shop: Shop, { clientId, agreementId }: Behind): void {
  const payload = { ...shop, after: { clientId, agreementId } };
  tx.schedule(renewalsDue, { key: `after:${clientId}:${agreementId}`, businessId: shop.businessId, dueAt: new Date(), payload });
}
