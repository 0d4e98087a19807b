import type { MessageInitShape } from "@bufbuild/protobuf";
import { toJson } from "@bufbuild/protobuf";
import { completed, fail, fromMoney, implement, mustBeCurrent, mustExist, named, toMoney } from "@leashline/kit";
import { type AddOnInput, AddOnInputSchema, type AddOnSchema, AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { ServiceAvailabilitySchema } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import { careTypeId } from "../care-types/care-type.ts";
import { command, query } from "../db.ts";
import { type Availability, offeredAt } from "../services/availability.ts";
import { mustBeKnownTaxes, mustHaveTaxes, taxesOfAddOn, unknownTaxes } from "../services/known-taxes.ts";
import { tellSorted } from "../services/service.events.ts";
import { servicesById, setDeleted, sortRows } from "../services/service.store.ts";
import { availabilityToWire, locationOverridesToWire, readLocationOverrides } from "../services/service.wire.ts";
import { mustBeUnasked } from "../services/service.write.ts";
import { tellAddOn } from "./add-on.events.ts";
import { addOnsById, listAddOns, lockAddOn, type StoredAddOn } from "./add-on.store.ts";
import type { AddOnFields } from "./add-on.ts";
import { changeAddOn, saveAddOn } from "./add-on.write.ts";

function toWire(a: StoredAddOn, businessId = "0"): MessageInitShape<typeof AddOnSchema> {
  const own = a.businessOverrides.find((o) => o.businessId === businessId);
  const { availability, businessOverrides, priceMinor, currency, deletedAt, ...rest } = a;
  return {
    ...rest,
    careTypeId: String(careTypeId(a.careType)),
    availability: availabilityToWire(availability),
    businessOverrides: locationOverridesToWire(businessOverrides, currency),
    price: toMoney(own?.priceMinor ?? priceMinor, currency),
    duration: own?.duration || a.duration,
    taxId: own && own.taxId !== "0" ? own.taxId : a.taxId,
    deleted: deletedAt !== null,
  };
}

function readInput(input: AddOnInput, names: ReadonlySet<string>, currency: string): Partial<AddOnFields> {
  const all: Record<string, unknown> = {
    name: input.name ?? "",
    description: input.description ?? "",
    categoryId: input.categoryId ?? "0",
    colorCode: input.colorCode ?? "",
    careType: input.careType ?? "",
    inactive: input.inactive ?? false,
    images: input.images,
    duration: input.duration ?? 0,
    taxId: input.taxId ?? "0",
    isRequiredStaff: input.isRequiredStaff ?? false,
    availability: input.availability ? (toJson(ServiceAvailabilitySchema, input.availability) as Availability) : {},
    applicableServiceIds: input.applicableServiceIds,
    businessOverrides: readLocationOverrides(input.businessOverrides, currency),
    bookOnlineAvailable: input.bookOnlineAvailable ?? false,
    showBasePrice: input.showBasePrice ?? 0,
    showDuration: input.showDuration ?? false,
    stayDay: input.stayDay ?? 0,
  };
  const patch = Object.fromEntries(Object.entries(all).filter(([key]) => names.has(key)));
  if (!names.has("price")) return patch;
  const { minor, currency: given } = fromMoney(input.price, currency);
  return { ...patch, priceMinor: minor.toString(), currency: given };
}

export const addOnRpc = implement(AddOnService, {
  async listAddOns(req, ctx) {
    const [all, services] = await Promise.all([
      query(ctx, (db) => listAddOns(db, req)),
      req.serviceId === "0" ? null : query(ctx, (db) => servicesById(db, [req.serviceId])),
    ]);
    const service = services?.get(req.serviceId);
    if (services && !service) throw fail("SERVICE_NOT_FOUND", { field: "serviceId" });
    const shown = all.filter((a) => offeredAt(a.availability, req.businessId) && (!service || goesWith(a, service)));
    return { addOns: shown.map((a) => toWire(a, req.businessId)) };
  },

  async batchGetAddOns(req, ctx) {
    const ids = [...new Set(req.ids)];
    const found = await query(ctx, (db) => addOnsById(db, ids));
    if (ids.some((id) => !found.has(id))) throw fail("SERVICE_NOT_FOUND", { field: "ids" });
    return { addOns: ids.map((id) => toWire(found.get(id)!, req.businessId)) };
  },

  async createAddOn(req, ctx) {
    const input = req.addOn!;
    await mustHaveTaxes(ctx, taxesOfAddOn(input));
    return await command(ctx, async (tx) => {
      const patch = readInput(input, named(AddOnInputSchema, input, undefined), ctx.caller.currency);
      return { addOn: toWire((await saveAddOn(tx, patch, "manual"))!) };
    });
  },

  async updateAddOn(req, ctx) {
    const taxes = await unknownTaxes(ctx, taxesOfAddOn(req.addOn ?? {}));
    return await command(ctx, async (tx) => {
      const before = mustExist(await lockAddOn(tx.db, req.id), "id", "SERVICE_NOT_FOUND");
      mustBeCurrent(req.version, before.version);
      const input = completed(AddOnInputSchema, toWire(before), req.addOn!, req.updateMask);
      const patch = readInput(input, named(AddOnInputSchema, input, req.updateMask), before.currency);
      mustBeKnownTaxes(taxes, taxesOfAddOn(patch), taxesOfAddOn(before));
      return { addOn: toWire(await changeAddOn(tx, before, patch)) };
    });
  },

  async deleteAddOn(req, ctx) {
    return await command(ctx, async (tx) => {
      const before = mustExist(await lockAddOn(tx.db, req.id), "id", "SERVICE_NOT_FOUND");
      await mustBeUnasked(tx, req.id);
      await setDeleted(tx.db, "addOn", req.id, ctx.caller.staffId);
      tx.log({ entity: "add-on", id: req.id, action: "delete", before });
      tellAddOn(tx, { ...before, deletedAt: new Date() });
      return {};
    });
  },

  async sortAddOns(req, ctx) {
    return await command(ctx, async (tx) => {
      if ((await sortRows(tx.db, "addOn", req.idList)) !== req.idList.length) throw fail("SERVICE_NOT_FOUND", { field: "idList" });
      tx.log({ entity: "catalog", id: "0", action: "sort", after: { addOns: req.idList } });
      tellSorted(tx);
      return {};
    });
  },
});
