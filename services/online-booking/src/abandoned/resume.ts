import { timingSafeEqual } from "node:crypto";
import { type Ctx, mustExist, todayIn } from "@leashline/kit";
import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import { query } from "../db.ts";
import { type OpenShop, offerOfPage } from "../storefront/shop.ts";
import { hashOf } from "../visitors/visitor.ts";
import { readFlowById } from "./abandoned.store.ts";

/** Opens what was kept of one booking to whoever holds it; made again from the id, so it is stored nowhere. */
export const resumeToken = (ctx: Ctx, id: string): string => `${id}.${hashOf(ctx, "resume", id)}`;

function idIn(ctx: Ctx, token: string): string | null {
  const [id = ""] = token.split(".");
  const [given, expected] = [Buffer.from(token), Buffer.from(resumeToken(ctx, id))];
  return /^\d{1,18}$/.test(id) && given.length === expected.length && timingSafeEqual(given, expected) ? id : null;
}

/** The booking as it was said last, as far as the page still offers it. */
export async function progressBy(shop: OpenShop, token: string) {
  const id = mustExist(idIn(shop.ctx, token));
  const row = await query(shop.ctx, (db) => readFlowById(db, id));
  const { flowId, step, customer, pets, staffId, date, note, careType } = mustExist(
    row?.businessId === shop.setting.businessId && row.status !== "recovered" ? row : null,
  );
  const { services, addOns } = await offerOfPage(shop);
  const stillOffered = (ids: readonly string[]): string[] => {
    const own = services.filter(({ id }) => ids.includes(id));
    const had = [...own, ...addOns.filter((addOn) => own.some((service) => goesWith(addOn, service)))];
    return ids.filter((id) => had.some((one) => one.id === id));
  };
  return {
    bookingFlowId: flowId,
    step,
    customer,
    pets: pets.map(({ petName, petType, breed, weight, services: chosen }) => ({
      ...{ petName, petType, breed, weight },
      serviceIds: stillOffered(chosen.map(({ serviceId }) => serviceId)),
    })),
    staffId: shop.staff.some((one) => one.staffId === staffId) ? staffId : "0",
    date: date !== null && date >= todayIn(shop.business.timezoneName) ? date : "",
    additionalNote: note,
    careType,
  };
}
