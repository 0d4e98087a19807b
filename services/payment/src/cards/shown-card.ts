import { type Ctx, todayIn } from "@leashline/kit";
import type { Db } from "../db.ts";
import { STRIPE } from "../provider/provider.ts";
import { tillOf } from "../settings/till.ts";
import { toCard } from "./card.mapper.ts";
import type { CardRow } from "./card.store.ts";

// Where nothing can be charged at all, nothing says of a card that another location could.
const anywhere = { vendor: STRIPE, providerAccount: "" };

/** Cards as they are at the caller's location. */
export async function shown(db: Db, ctx: Ctx, rows: readonly CardRow[]) {
  const till = (await tillOf(db, ctx, ctx.businessId)) ?? anywhere;
  return rows.map((row) => toCard(row, todayIn(ctx.caller.zone), till));
}

export const shownOne = async (db: Db, ctx: Ctx, row: CardRow) => (await shown(db, ctx, [row]))[0]!;
