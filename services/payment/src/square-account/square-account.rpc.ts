import { type Ctx, fail, implement, listed, mustExist, type Page, reachesBusiness } from "@leashline/kit";
import { SquareAccountService } from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import { query } from "../db.ts";
import { squareSettingsOf } from "../square/square-settings.ts";
import { beginConnecting, connect, disconnect, stated } from "./connect.ts";
import { listDevices, pairDevice } from "./devices.ts";
import { findLink, type LinkRow } from "./link.store.ts";
import { lackingIn } from "./permissions.ts";
import { choosePlace, listPlaces } from "./places.ts";
import { toAccount, toDevice } from "./square-account.mapper.ts";

function businessOf({ businessId }: { businessId: string }, ctx: Ctx): string {
  const asked = businessId !== "0" ? businessId : ctx.businessId;
  if (!reachesBusiness(ctx, asked)) throw fail("NO_PERMISSION");
  return asked;
}

async function linkOf(request: { businessId: string }, ctx: Ctx): Promise<LinkRow> {
  const businessId = businessOf(request, ctx);
  return mustExist(await query(ctx, (db) => findLink(db, businessId)), "businessId");
}

type Paged = Parameters<typeof listed>[0];

/** A page of what Square answers as a whole. */
async function pageOf<T>(request: Paged, all: readonly T[], standard: number): Promise<{ rows: T[]; nextPageToken: string }> {
  const numbered = all.map((row, at) => ({ row, at }));
  const read = async ({ limit, after }: Page) => numbered.slice(after ? Number(after[0]) + 1 : 0).slice(0, limit);
  const { rows, nextPageToken } = await listed(request, { standard, read, key: ({ at }) => [String(at)] });
  return { rows: rows.map(({ row }) => row), nextPageToken };
}

/** A location's account as it is now. */
async function accountOf(ctx: Ctx, businessId: string) {
  const link = await query(ctx, (db) => findLink(db, businessId));
  if (!link) return undefined;
  if (!link.connected || !squareSettingsOf(ctx)) return toAccount(link, []);
  const missing = await lackingIn(ctx, link.merchantId);
  return toAccount((await query(ctx, (db) => findLink(db, businessId))) ?? link, missing);
}

export const squareAccountRpc = implement(SquareAccountService, {
  async getSquareAccount(request, ctx) {
    const businessId = businessOf(request, ctx);
    const account = await accountOf(ctx, businessId);
    const settings = squareSettingsOf(ctx);
    const keys = settings && { applicationId: settings.applicationId, cardScriptUrl: settings.cardScript };
    return { available: settings !== null, ...keys, ...(account && { account }) };
  },

  beginSquareAccount: async (request, ctx) => ({ address: beginConnecting(ctx, businessOf(request, ctx)) }),

  async finishSquareAccount({ code, state }, ctx) {
    const { businessId, nonce } = stated(ctx, state);
    const link = await connect(ctx, code, nonce, businessOf({ businessId }, ctx));
    return { account: toAccount(link, await lackingIn(ctx, link.merchantId)) };
  },

  async listSquareLocations(request, ctx) {
    const { rows: locations, nextPageToken } = await pageOf(request, await listPlaces(ctx, await linkOf(request, ctx)), 100);
    return { locations, nextPageToken };
  },

  async chooseSquareLocation(request, ctx) {
    const link = await linkOf(request, ctx);
    const chosen = await choosePlace(ctx, link, request.locationId, request.version);
    return { account: toAccount(chosen, await lackingIn(ctx, chosen.merchantId)) };
  },

  async listSquareDevices(request, ctx) {
    const { rows, nextPageToken } = await pageOf(request, await listDevices(ctx, await linkOf(request, ctx)), 50);
    return { devices: rows.map(toDevice), nextPageToken };
  },

  async pairSquareDevice(request, ctx) {
    return { device: toDevice(await pairDevice(ctx, await linkOf(request, ctx), request.name)) };
  },

  async disconnectSquareAccount(request, ctx) {
    await disconnect(ctx, businessOf(request, ctx));
    return {};
  },
});
