import { type Ctx, mustExist, type Tx } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import type { Updateable } from "kysely";
import { command, type DB, query } from "../db.ts";
import { changeSetting, makeSetting, readSetting, type SettingRow } from "./setting.store.ts";

/** Right after a business is made its event may still be on the way: its page is then made from what account says. */
export async function settingOf(ctx: Ctx, businessId: string): Promise<SettingRow> {
  const kept = await query(ctx, (db) => readSetting(db, businessId));
  if (kept) return kept;
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const { businessName } = mustExist(businesses[0], "businessId");
  await command(ctx, (tx) => makeSetting(tx, businessId, businessName), { step: "page" });
  return mustExist(await query(ctx, (db) => readSetting(db, businessId)));
}

type Change = {
  businessId: string;
  revision: number;
  change: Updateable<DB["setting"]>;
  allow?: (after: SettingRow) => void;
  /** What is written with it. */
  also?: (tx: Tx<DB>) => Promise<void>;
};

/** Writes what is named, tells open browsers, and keeps who did it. */
export async function saveSetting(ctx: Ctx, { businessId, revision, change, allow, also }: Change): Promise<SettingRow> {
  await settingOf(ctx, businessId);
  const { after } = await command(ctx, async (tx) => {
    const before = await readSetting(tx.db, businessId);
    const row = await changeSetting(tx, businessId, revision, change);
    allow?.(row);
    await also?.(tx);
    tx.log({ entity: "online_booking_setting", id: businessId, action: "update", before, after: row });
    tx.notify("online_booking.setting", { businessId });
    return { after: row };
  });
  return after;
}
