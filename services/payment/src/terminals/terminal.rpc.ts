import { type Ctx, fail, implement, listed, type Page, reachesBusiness } from "@leashline/kit";
import { TerminalService } from "@leashline/proto/leashline/payment/v1/terminal_service_pb.js";
import { query } from "../db.ts";
import { cardProvider } from "../provider/of-runtime.ts";
import { unavailable } from "../provider/unavailable.ts";
import { accountForCards } from "../provider-accounts/may-take-cards.ts";
import { changeLocation, createLocation, reachedLocation } from "./places.ts";
import { deleteReader, readersNow, registerReader, renameReader } from "./readers.ts";
import { toLocation, toReader } from "./terminal.mapper.ts";
import { type LocationRow, listLocations, listReaders } from "./terminal.store.ts";

function businessOf({ businessId }: { businessId: string }, ctx: Ctx): string {
  const asked = businessId !== "0" ? businessId : ctx.businessId;
  if (!reachesBusiness(ctx, asked)) throw fail("NO_PERMISSION");
  return asked;
}

const accountNow = (ctx: Ctx, businessId: string) => query(ctx, (db) => accountForCards(db, ctx, businessId));
const shownLocation = async (ctx: Ctx, row: LocationRow) => ({ location: toLocation(row, await accountNow(ctx, row.businessId)) });

export const terminalRpc = implement(TerminalService, {
  createTerminalLocation: async (req, ctx) => await shownLocation(ctx, await createLocation(ctx, businessOf(req, ctx), req)),

  updateTerminalLocation: async (req, ctx) => await shownLocation(ctx, await changeLocation(ctx, req)),

  async listTerminalLocations(req, ctx) {
    const businessId = businessOf(req, ctx);
    return await query(ctx, async (db) => {
      const read = (page: Page) => listLocations(db, businessId, page);
      const { rows, nextPageToken } = await listed(req, { standard: 50, read, key: ({ seq }) => [seq] });
      const account = await accountForCards(db, ctx, businessId);
      return { locations: rows.map((row) => toLocation(row, account)), nextPageToken };
    });
  },

  async createReader(req, ctx) {
    const { row, now } = await registerReader(ctx, req);
    return { reader: toReader(row, await accountNow(ctx, row.businessId), now) };
  },

  async renameReader({ stripeReaderId, label }, ctx) {
    const row = await renameReader(ctx, stripeReaderId, label);
    return { reader: toReader(row, await accountNow(ctx, row.businessId)) };
  },

  async listReaders(req, ctx) {
    const place = req.locationId ? await reachedLocation(ctx, req.locationId) : undefined;
    const of = place ? { locationId: place.locationId } : { businessId: ctx.businessId };
    const read = async (page: Page) => await query(ctx, (db) => listReaders(db, of, page));
    const { rows, nextPageToken } = await listed(req, { standard: 50, read, key: ({ seq }) => [seq] });
    const now = await readersNow(ctx, rows);
    const account = await accountNow(ctx, place?.businessId ?? ctx.businessId);
    return { readers: rows.map((row) => toReader(row, account, now.get(row.readerId))), nextPageToken };
  },

  async deleteReader({ stripeReaderId }, ctx) {
    await deleteReader(ctx, stripeReaderId);
    return {};
  },

  async createConnectionToken(req, ctx) {
    const { locationId, providerAccount } = await reachedLocation(ctx, req.locationId);
    return { secret: await cardProvider(ctx).at(providerAccount).connectionToken(locationId).catch(unavailable) };
  },
});
