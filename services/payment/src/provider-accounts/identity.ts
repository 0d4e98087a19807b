import { type Ctx, fail } from "@leashline/kit";
import { command, query } from "../db.ts";
import type { IdentitySession } from "../provider/accounts.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { unavailable } from "../provider/unavailable.ts";
import { needsIdentity, statusOf } from "./account-status.ts";
import { asksIdentity } from "./open-account.ts";
import { type AccountRow, findAccountRow, lockAccountRow, saveAccountRow } from "./provider-account.store.ts";
import { recordIdentity } from "./record-account.ts";

export const returnPath = "/creditCard/integration";

async function begun(ctx: Ctx, businessId: string, row: AccountRow | null): Promise<IdentitySession> {
  const key = `ll-identity-${ctx.companyId}-${businessId}-${row?.identitySessionId || "first"}`;
  const metadata = { company_id: ctx.companyId, business_id: businessId };
  const returnUrl = `${ctx.runtime.config.publicUrl}${returnPath}`;
  const session = await cardProvider(ctx).createIdentitySession({ key, returnUrl, metadata }).catch(unavailable);
  await command(
    ctx,
    async (tx) => {
      await lockAccountRow(tx.db, businessId);
      await saveAccountRow(tx.db, businessId, { identitySessionId: session.id, identityStatus: session.status });
    },
    { step: "begun" },
  );
  return session;
}

/** The session that is open, or a new one where there is none or it was given up. */
export async function openSession(ctx: Ctx, businessId: string): Promise<IdentitySession> {
  const row = await query(ctx, (db) => findAccountRow(db, businessId));
  if (!needsIdentity(statusOf(row?.told ?? null), asksIdentity(ctx)))
    throw fail("STATE_CONFLICT", { field: "businessId", message: "Nobody has to prove who they are." });
  if (!row?.identitySessionId) return await begun(ctx, businessId, row);
  const known = await cardProvider(ctx).getIdentitySession(row.identitySessionId).catch(unavailable);
  return known.status === "canceled" ? await begun(ctx, businessId, row) : known;
}

/** How far it has come, as the provider has it now. */
export async function refreshedIdentity(ctx: Ctx, businessId: string): Promise<AccountRow | null> {
  const row = await query(ctx, (db) => findAccountRow(db, businessId));
  if (!row?.identitySessionId) return row;
  const session = await cardProvider(ctx).getIdentitySession(row.identitySessionId);
  return await command(ctx, async (tx) => await recordIdentity(tx, businessId, session), { step: "proven" });
}
