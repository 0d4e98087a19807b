import { randomBytes } from "node:crypto";
import { asTenant, type Ctx, job, type Tx } from "@leashline/kit";
import { command, type DB, query } from "../db.ts";
import { check } from "./check.ts";
import { beginCheck, type DomainRow, mustHaveDomain, putDomain, readDomain } from "./custom-domain.store.ts";
import { nextCheck } from "./custom-domain.ts";

/** A check that somebody asked for answers with one that is younger than this. */
const PACE_MS = 5_000;

/** Asks DNS again: at once for a domain that was just set, then once a day as long as something may follow from it. */
export const checkDomain = job<{ businessId: string }>("custom-domain", {
  attempts: 1_000,
  backoffSeconds: () => 600,
  run: async (given, { businessId }) => {
    const ctx = asTenant({ runtime: given.runtime }, { companyId: given.companyId, businessId, name: "Domain check" });
    const row = await query(ctx, (db) => readDomain(db, businessId));
    if (!row?.domain) return;
    await check(ctx, row, { isAskedFor: false, follow });
  },
});

function follow(tx: Tx<DB>, row: DomainRow): void {
  const { businessId } = row;
  const dueAt = nextCheck(row, row, new Date());
  if (dueAt) tx.schedule(checkDomain, { key: businessId, dueAt, payload: { businessId }, businessId });
  else tx.unschedule(checkDomain, businessId);
}

/** Somebody asks for a check. */
export async function checkNow(ctx: Ctx, businessId: string): Promise<void> {
  const row = mustHaveDomain(await query(ctx, (db) => readDomain(db, businessId)));
  const since = new Date(Date.now() - PACE_MS);
  const { isMine } = await command(ctx, async (tx) => ({ isMine: await beginCheck(tx, businessId, since) }), { step: "begin" });
  if (isMine) await check(ctx, row, { isAskedFor: true, follow });
}

/** Sets the domain of a business, which was read before, or takes it away; DNS is asked at once. */
export async function setDomain(tx: Tx<DB>, businessId: string, domain: string): Promise<void> {
  const now = new Date();
  const { before, after } = await putDomain(tx, businessId, { domain, token: randomBytes(20).toString("hex") }, now);
  if (!after) return;
  tx.log({ entity: "custom_domain", id: businessId, action: domain ? "set" : "remove", before, after, businessId });
  if (domain) tx.schedule(checkDomain, { key: businessId, dueAt: now, payload: { businessId }, businessId });
  else tx.unschedule(checkDomain, businessId);
}
