import { asTenant, type Ctx } from "@leashline/kit";
import { command, query } from "../db.ts";
import { companyOfNumber, giveNumber, onlyCompany } from "../numbers/number.store.ts";
import { firstBusiness } from "../projections/business.store.ts";
import { textSettings } from "../providers/settings.ts";
import { lastWrittenTo, withPhone } from "./route.store.ts";

export type Route = { companyId: string; businessId: string; customerId: string };

/**
 * Whose text it is: the number it was sent to says the company, the number it came from the client. Null when either is nobody's; it is never
 * guessed.
 */
export async function routeOf(nobody: Ctx, sentTo: string, from: string): Promise<Route | null> {
  const companyId = (await query(nobody, (db) => companyOfNumber(db, sentTo))) ?? (await onlyOne(nobody, sentTo));
  if (!companyId) return null;
  return await query(asTenant(nobody, { companyId }), async (db) => {
    const client = (await lastWrittenTo(db, from)) ?? (await withPhone(db, from));
    if (!client) return null;
    const businessId = client.businessId === "0" ? (await firstBusiness(db))?.businessId : client.businessId;
    return businessId ? { companyId, businessId, customerId: client.customerId } : null;
  });
}

/** Where there is one company only, the installation's first number is its own before it ever wrote from it. */
async function onlyOne(nobody: Ctx, sentTo: string): Promise<string | null> {
  if (textSettings(nobody.runtime.config.env)?.numbers[0] !== sentTo) return null;
  const companyId = await query(nobody, onlyCompany);
  if (!companyId) return null;
  return await command(asTenant(nobody, { companyId }), async ({ db }) => ((await giveNumber(db, sentTo)) ? companyId : null));
}
