import { type Ctx, fail, implement, mustBeCurrent } from "@leashline/kit";
import {
  SlotFreeServiceService,
  type UpdateSlotFreeServicesRequest,
} from "@leashline/proto/leashline/calendar/v1/slot_free_service_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { command, query } from "../db.ts";
import { businessOf } from "../projections/business.ts";
import { readSlotFree, writeSlotFree } from "./slot-free.store.ts";

export const slotFreeRpc = implement(SlotFreeServiceService, {
  async listSlotFreeServices({ businessId }, ctx) {
    const stored = await query(ctx, (db) => readSlotFree(db, businessId));
    return { slotFreeServices: { businessId, ...stored } };
  },
  updateSlotFreeServices: async (request, ctx) => ({ slotFreeServices: await update(ctx, request) }),
});

async function update(ctx: Ctx, { businessId, serviceIds, version }: UpdateSlotFreeServicesRequest) {
  await businessOf(ctx, businessId);
  await mustExist(ctx, businessId, serviceIds);
  return await command(ctx, async (tx) => {
    tx.lock([`slot free:${businessId}`]);
    const before = await readSlotFree(tx.db, businessId);
    mustBeCurrent(version, before.version);
    const after = { serviceIds: [...serviceIds].sort(), version: before.version + 1 };
    await writeSlotFree(tx, businessId, after);
    tx.log({ entity: "slot-free services", id: businessId, action: "update", before, after, businessId });
    tx.notify("calendar.schedule", { businessId });
    return { businessId, ...after };
  });
}

async function mustExist(ctx: Ctx, businessId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { services } = await ctx.client(CatalogService).batchGetServices({ ids: [...ids], businessId, allowMissing: true });
  const known = new Set(services.map((service) => service.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw fail("SERVICE_NOT_FOUND", { field: "serviceIds", facts: { serviceId: unknown } });
}
