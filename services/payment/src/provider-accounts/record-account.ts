import { isDeepStrictEqual } from "node:util";
import type { Ctx, Tx } from "@leashline/kit";
import { command, type DB, query } from "../db.ts";
import type { IdentitySession, ProviderAccount } from "../provider/accounts.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { setupAfter, statusOf } from "./account-status.ts";
import { type AccountRow, findAccountRow, lockAccountRow, saveAccountRow } from "./provider-account.store.ts";

/** Keeps what the provider says of a location's account. Of another account than its own, nothing; the same again changes nothing. */
export async function recordAccount(tx: Tx<DB>, businessId: string, told: ProviderAccount): Promise<AccountRow> {
  const before = await lockAccountRow(tx.db, businessId);
  if (before.accountId !== "" && before.accountId !== told.id) return before;
  const setupStatus = setupAfter(before.setupStatus, told);
  const same = isDeepStrictEqual(before.told, told) && before.setupStatus === setupStatus;
  if (same) return before;
  const after = await saveAccountRow(tx.db, businessId, { accountId: told.id, told, setupStatus });
  const standing = (row: AccountRow) => ({ status: statusOf(row.told), setupStatus: row.setupStatus });
  tx.log({
    entity: "provider_account",
    id: businessId,
    action: "told",
    businessId,
    before: standing(before),
    after: standing(after),
  });
  tx.notify("payment.providerAccount", { businessId, ids: [businessId] });
  return after;
}

/** The same of somebody's proof of who they are. */
export async function recordIdentity(tx: Tx<DB>, businessId: string, session: IdentitySession): Promise<AccountRow> {
  const before = await lockAccountRow(tx.db, businessId);
  if (before.identitySessionId !== session.id || before.identityStatus === session.status) return before;
  const after = await saveAccountRow(tx.db, businessId, { identityStatus: session.status });
  tx.notify("payment.providerAccount", { businessId, ids: [businessId] });
  return after;
}

/** The account as the provider has it now. */
export async function refreshed(ctx: Ctx, businessId: string): Promise<AccountRow | null> {
  const row = await query(ctx, (db) => findAccountRow(db, businessId));
  if (!row?.accountId) return row;
  const told = await cardProvider(ctx).getAccount(row.accountId);
  return await command(ctx, async (tx) => await recordAccount(tx, businessId, told), { step: "told" });
}
