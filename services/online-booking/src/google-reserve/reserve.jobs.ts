import { asTenant, type Ctx, job, mustExist, type Tx } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { settingOf } from "../settings/kept-setting.ts";
import { GoogleAway, GoogleRefused, type Merchant, type Reserve, reserveAt } from "./google.ts";
import { noteReserve, noteTold, type ReserveRow, readReserve } from "./reserve.store.ts";
import { reserveSettings } from "./reserve-settings.ts";
import { lackingFor, refused, standingOf } from "./standing.ts";

const EVERY_MS = 3_600_000;
/** Google has something, and nobody knows what: until it has answered, and until all of it is told or gone. */
const HALF = "half";
const AGAIN = "Google did not answer. We try again within the hour.";

/** Tells Google what it has not heard, and asks how far it is; every hour as long as it is switched on, and until it has forgotten what it was told. */
export const followReserve = job<{ businessId: string }>("google-reserve", {
  attempts: 1_000,
  backoffSeconds: () => 300,
  run: async (given, { businessId }) => {
    const ctx = asTenant({ runtime: given.runtime }, { companyId: given.companyId, businessId, name: "Google" });
    const row = await query(ctx, (db) => readReserve(db, businessId));
    const settings = reserveSettings(ctx.runtime.config.env);
    if (!row || !settings) return;
    const found = await follow(ctx, reserveAt(settings), row);
    await command(ctx, async (tx) => {
      await noteReserve(tx, businessId, row.version, { ...found, checkTime: new Date() });
      tx.notify("online_booking.setting", { businessId });
      if (row.enabled || found.fault || found.told) followSoon(tx, businessId, EVERY_MS);
      return {};
    });
  },
});

export function followSoon(tx: Tx<DB>, businessId: string, inMs = 0): void {
  tx.schedule(followReserve, { key: businessId, dueAt: new Date(Date.now() + inMs), payload: { businessId }, businessId });
}

/** Google is told once of each thing; told twice after a lost answer, it has the same. */
async function follow(ctx: Ctx, google: Reserve, row: ReserveRow): Promise<Pick<ReserveRow, "told" | "fault"> & Partial<ReserveRow>> {
  const { merchant, isOpen } = await merchantOf(ctx, row.businessId);
  const lacking = lackingFor(merchant, isOpen);
  const wanted = row.enabled && lacking === "" ? JSON.stringify(merchant) : "";
  let { told } = row;
  try {
    if (wanted !== told) {
      told = HALF;
      await command(ctx, (tx) => noteTold(tx, row.businessId, HALF));
      await (wanted === "" ? google.forget(merchant.id) : google.tell(merchant));
      told = wanted;
    }
    return { told, fault: "", ...standingOf(lacking, wanted === "" ? "unknown" : await google.progress(merchant.id)) };
  } catch (error) {
    if (error instanceof GoogleRefused) return { told, fault: "", ...(wanted === "" ? standingOf(lacking, "unknown") : refused) };
    if (error instanceof GoogleAway) return { told, fault: AGAIN };
    throw error;
  }
}

async function merchantOf(ctx: Ctx, businessId: string): Promise<{ merchant: Merchant; isOpen: boolean }> {
  const { bookOnlineName, isEnable } = await settingOf(ctx, businessId);
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [businessId] });
  const business = mustExist(businesses[0], "businessId");
  const merchant = {
    id: `${ctx.companyId}-${businessId}`,
    name: business.businessName,
    phone: business.phoneNumber,
    website: business.website,
    street: [business.address1, business.address2].filter(Boolean).join(", "),
    city: business.addressCity,
    state: business.addressState,
    zipcode: business.addressZipcode,
    countryCode: business.countryAlpha2Code,
    bookingUrl: `${ctx.runtime.config.publicUrl}/ol/${bookOnlineName}`,
  };
  return { merchant, isOpen: isEnable };
}
