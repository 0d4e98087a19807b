import { type Ctx, fail } from "@leashline/kit";
import type { Square } from "square";
import { unavailable } from "../provider/unavailable.ts";
import { squareKey } from "../square/square-sdk.ts";
import type { LinkRow } from "./link.store.ts";
import { askingSquare } from "./tokens.ts";

const MOST = 200;
const shown: readonly (string | undefined)[] = ["PAIRED", "UNPAIRED"];

/** The terminals of a place, paired ones first, and the codes that wait to be typed into one. */
export async function listDevices(ctx: Ctx, { merchantId, placeId }: LinkRow): Promise<Square.DeviceCode[]> {
  if (!placeId) return [];
  const found: Square.DeviceCode[] = [];
  const ask = askingSquare(ctx, merchantId);
  await ask(async (square) => {
    found.length = 0;
    for await (const one of await square.devices.codes.list({ locationId: placeId, productType: "TERMINAL_API" })) {
      if (shown.includes(one.status)) found.push(one);
      if (found.length === MOST) break;
    }
  }).catch(unavailable);
  return found.sort((a, b) => shown.indexOf(a.status) - shown.indexOf(b.status));
}

export async function pairDevice(ctx: Ctx, { merchantId, placeId, businessId }: LinkRow, asked: string): Promise<Square.DeviceCode> {
  if (!placeId) throw fail("STATE_CONFLICT", { message: "Please choose which Square location this is first." });
  const name = asked.trim();
  if (!name) throw fail("PAYMENT_DATA_INVALID", { field: "name", message: "Please enter a name." });
  const idempotencyKey = squareKey(`ll-device-${ctx.companyId}-${businessId}-${ctx.idempotencyKey || ctx.requestId}`);
  const deviceCode = { productType: "TERMINAL_API" as const, locationId: placeId, name };
  const made = await askingSquare(
    ctx,
    merchantId,
  )((square) => square.devices.codes.create({ idempotencyKey, deviceCode })).catch(unavailable);
  return made.deviceCode ?? deviceCode;
}
