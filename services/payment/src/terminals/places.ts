import { type Ctx, fail, mustBeCurrent, mustExistFor, named } from "@leashline/kit";
import {
  type TerminalAddress as AddressMessage,
  type CreateTerminalLocationRequest,
  type UpdateTerminalLocationRequest,
  UpdateTerminalLocationRequestSchema,
} from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { terminalCountry } from "@leashline/proto/rules/terminal-country.ts";
import { command, query } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import type { TerminalAddress } from "../provider/terminals.ts";
import { mustTakeCards } from "../provider-accounts/may-take-cards.ts";
import { refusedAs } from "../provider-accounts/open-account.ts";
import { findLocation, keepLocation, type LocationRow, lockLocation, updateLocation } from "./terminal.store.ts";

/** Whether this installation's card provider has readers in the United States only. */
const isStrict = ({ runtime }: Pick<Ctx, "runtime">): boolean => runtime.config.env.LEASHLINE_STRIPE_READERS_US_ONLY === "1";

/** What is asked under one key is made once at the provider, too. */
export const keyOf = (ctx: Ctx, what: string): string =>
  ctx.idempotencyKey ? `ll-${what}-${ctx.companyId}-${ctx.idempotencyKey}` : ctx.requestId;

export const changed = { topic: "payment.providerAccount" } as const;

function addressOf(ctx: Ctx, { line1, line2, city, state, postalCode, country }: AddressMessage): TerminalAddress {
  if (!line1.trim()) throw fail("PAYMENT_DATA_INVALID", { field: "address.line1", message: "Please enter the street." });
  const code = terminalCountry(country, { strict: isStrict(ctx) });
  if (!code) {
    const message = "There are no card readers for this country yet.";
    throw fail("PAYMENT_DATA_INVALID", { field: "address.country", message });
  }
  return { line1: line1.trim(), line2, city, state, postalCode, country: code };
}

/** A place of a location that the caller reaches; any other does not exist. */
export async function reachedLocation(ctx: Ctx, locationId: string): Promise<LocationRow> {
  return mustExistFor(ctx, await query(ctx, (db) => findLocation(db, locationId)), "locationId");
}

function nameOf(typed = ""): string {
  const displayName = typed.trim();
  if (!displayName) throw fail("PAYMENT_DATA_INVALID", { field: "displayName", message: "Please enter a name." });
  return displayName;
}

export async function createLocation(ctx: Ctx, businessId: string, req: CreateTerminalLocationRequest): Promise<LocationRow> {
  const address = addressOf(ctx, req.address as AddressMessage);
  const displayName = nameOf(req.displayName);
  const metadata = { company_id: ctx.companyId, business_id: businessId };
  const key = keyOf(ctx, "place");
  const providerAccount = await mustTakeCards(ctx, businessId);
  const asked = { key, displayName, address, metadata };
  const locationId = await cardProvider(ctx).at(providerAccount).createTerminalLocation(asked).catch(refusedAs("address"));
  return await command(
    ctx,
    async (tx) => {
      const row = await keepLocation(tx.db, { locationId, businessId, providerAccount, displayName, ...address });
      tx.log({ entity: "terminal_location", id: businessId, action: "created", businessId, after: row });
      tx.notify(changed.topic, { businessId, ids: [businessId] });
      return row;
    },
    { step: "place" },
  );
}

/** What a place becomes: what the update names, the rest as before. */
function changeOf(ctx: Ctx, before: LocationRow, req: UpdateTerminalLocationRequest) {
  const fields = named(UpdateTerminalLocationRequestSchema, req, req.updateMask);
  mustBeCurrent(req.version, before.version);
  const address = fields.has("address") && req.address ? addressOf(ctx, req.address) : before;
  if (address.country !== before.country)
    throw fail("PAYMENT_DATA_INVALID", { field: "address.country", message: "A counter stays in its country. Please add another one." });
  const { line1, line2, city, state, postalCode, country } = address;
  const displayName = fields.has("displayName") ? nameOf(req.displayName) : before.displayName;
  return { displayName, address: { line1, line2, city, state, postalCode, country } };
}

export async function changeLocation(ctx: Ctx, req: UpdateTerminalLocationRequest): Promise<LocationRow> {
  const { locationId, businessId, ...seen } = await reachedLocation(ctx, req.locationId);
  const asked = changeOf(ctx, { locationId, businessId, ...seen }, req);
  await cardProvider(ctx).at(seen.providerAccount).updateTerminalLocation(locationId, asked).catch(refusedAs("address"));
  return await command(
    ctx,
    async (tx) => {
      const before = await lockLocation(tx.db, locationId);
      const { displayName, address } = changeOf(ctx, before, req);
      const { country: _, ...where } = address;
      const after = await updateLocation(tx.db, locationId, { displayName, ...where });
      tx.log({ entity: "terminal_location", id: businessId, action: "updated", businessId, before, after });
      tx.notify(changed.topic, { businessId, ids: [businessId] });
      return after;
    },
    { step: "place" },
  );
}
