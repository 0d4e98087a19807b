import { type Ctx, fail, mustExistFor, reachesBusiness } from "@leashline/kit";
import type { CreateReaderRequest } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { command, query } from "../db.ts";
import { cardProvider, cardProviderOf } from "../provider/of-runtime.ts";
import { OutcomeUnknown, Refused } from "../provider/provider.ts";
import type { ProviderReader } from "../provider/terminals.ts";
import { unavailable } from "../provider/unavailable.ts";
import { refusedAs } from "../provider-accounts/open-account.ts";
import { changed, keyOf, reachedLocation } from "./places.ts";
import { findReader, keepReader, type ReaderRow, removeReader, saveLabel } from "./terminal.store.ts";

/** A reader of a location that the caller reaches; any other does not exist. */
export async function reachedReader(ctx: Ctx, readerId: string): Promise<ReaderRow> {
  return mustExistFor(ctx, await query(ctx, (db) => findReader(db, readerId)), "stripeReaderId");
}

export async function registerReader(ctx: Ctx, req: CreateReaderRequest): Promise<{ row: ReaderRow; now: ProviderReader }> {
  const { locationId, businessId, providerAccount } = await reachedLocation(ctx, req.locationId);
  const metadata = { company_id: ctx.companyId, business_id: businessId };
  const asked = { key: keyOf(ctx, "reader"), code: req.registrationCode.trim(), label: req.label.trim(), locationId, metadata };
  const now = await cardProvider(ctx).at(providerAccount).registerReader(asked).catch(refusedAs("registrationCode"));
  const { id: readerId, deviceType, serialNumber } = now;
  const row = await command(
    ctx,
    async (tx) => {
      const label = now.label || asked.label || deviceType;
      const kept = await keepReader(tx.db, { readerId, locationId, businessId, providerAccount, label, deviceType, serialNumber });
      tx.log({ entity: "terminal_reader", id: businessId, action: "created", businessId, after: kept });
      tx.notify(changed.topic, { businessId, ids: [businessId] });
      return kept;
    },
    { step: "reader" },
  );
  return { row, now };
}

export async function renameReader(ctx: Ctx, readerId: string, asked: string): Promise<ReaderRow> {
  const before = await reachedReader(ctx, readerId);
  const label = asked.trim();
  if (!label) throw fail("PAYMENT_DATA_INVALID", { field: "label", message: "Please enter a name." });
  await cardProvider(ctx).at(before.providerAccount).renameReader(readerId, label).catch(refusedAs("stripeReaderId"));
  return await command(
    ctx,
    async (tx) => {
      const after = await saveLabel(tx.db, readerId, label);
      const { businessId } = before;
      tx.log({ entity: "terminal_reader", id: businessId, action: "updated", businessId, before, after });
      tx.notify(changed.topic, { businessId, ids: [businessId] });
      return after;
    },
    { step: "reader" },
  );
}

const gone = (error: unknown): void => {
  if (error instanceof Refused && error.code === "resource_missing") return;
  if (error instanceof Refused) throw fail("STATE_CONFLICT", { field: "stripeReaderId", message: error.message });
  unavailable(error);
};

export async function deleteReader(ctx: Ctx, readerId: string): Promise<void> {
  const row = await query(ctx, (db) => findReader(db, readerId));
  if (!row || !reachesBusiness(ctx, row.businessId)) return;
  await cardProvider(ctx).at(row.providerAccount).deleteReader(readerId).catch(gone);
  await command(
    ctx,
    async (tx) => {
      await removeReader(tx.db, readerId);
      const { businessId } = row;
      tx.log({ entity: "terminal_reader", id: businessId, action: "deleted", businessId, before: row });
      tx.notify(changed.topic, { businessId, ids: [businessId] });
    },
    { step: "reader" },
  );
}

/** How the provider has the readers of these places now; without an answer, nothing of them. */
export async function readersNow(ctx: Ctx, rows: readonly ReaderRow[]): Promise<Map<string, ProviderReader>> {
  const provider = cardProviderOf(ctx.runtime);
  const found = new Map<string, ProviderReader>();
  if (!provider) return found;
  try {
    const places = new Map(rows.map(({ locationId, providerAccount }) => [locationId, providerAccount]));
    for (const [place, account] of places) for await (const one of provider.at(account).readersOf(place)) found.set(one.id, one);
  } catch (error) {
    if (!(error instanceof OutcomeUnknown) && !(error instanceof Refused)) throw error;
  }
  return found;
}
