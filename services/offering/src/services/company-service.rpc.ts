import { implement, listed, mustBeCurrent, type Page } from "@leashline/kit";
import { CompanyServiceService, CompanyServiceStatus as Status } from "@leashline/proto/leashline/offering/v1/company_service_pb.js";
import { careTypeOf } from "../care-types/care-type.ts";
import { command, query } from "../db.ts";
import { newFrom, patchFrom, toCompanyWire } from "./company-service.wire.ts";
import { mustBeKnownTaxes, mustHaveTaxes, taxesOfService, unknownTaxes } from "./known-taxes.ts";
import { mustBeKnownTraits, unknownTraits } from "./known-traits.ts";
import { listServices } from "./service.store.ts";
import { addService, dropService, lockWithNamed, mustStand, saveService, sortServices } from "./service.write.ts";

const statuses: Partial<Record<Status, boolean>> = { [Status.ACTIVE]: false, [Status.INACTIVE]: true };

/** The services of the company level: the rows of the catalog by their newer names. */
export const companyServiceRpc = implement(CompanyServiceService, {
  async listFullServices(req, ctx) {
    const careType = req.careTypeId === "0" ? "" : careTypeOf(Number(req.careTypeId));
    const every = { careType, categoryId: "0", inactive: statuses[req.status] ?? null, bookOnlineOnly: false, businessId: "0" };
    const all = await query(ctx, (db) => listServices(db, { ...every, keyword: req.keyword.trim() }));
    const read = async ({ after, offset, limit }: Page) => {
      const from = after ? all.findIndex((one) => one.id === after[0]) + 1 : offset;
      return all.slice(from, from + limit);
    };
    const { rows, nextPageToken } = await listed(req, { standard: 200, most: 1000, read, key: (one) => [one.id] });
    return { services: rows.map(toCompanyWire), nextPageToken, total: all.length };
  },

  async createCompanyService({ service }, ctx) {
    const input = service!;
    mustBeKnownTraits(await unknownTraits(ctx, input.availability));
    await mustHaveTaxes(ctx, taxesOfService(input));
    return await command(ctx, async (tx) => ({ service: toCompanyWire(await addService(tx, newFrom(input, ctx.caller.currency))) }));
  },

  async updateCompanyService(req, ctx) {
    const unknown = await unknownTraits(ctx, req.service?.availability);
    const taxes = await unknownTaxes(ctx, taxesOfService(req.service ?? {}));
    return await command(ctx, async (tx) => {
      const before = mustStand(await lockWithNamed(tx, req.id, req.service?.options));
      mustBeCurrent(req.version, before.version);
      const patch = patchFrom(before, req);
      if (patch.availability) mustBeKnownTraits(unknown, before.availability);
      mustBeKnownTaxes(taxes, taxesOfService(patch), taxesOfService(before));
      return { service: toCompanyWire(await saveService(tx, before, patch)) };
    });
  },

  deleteCompanyService: ({ id }, ctx) => command(ctx, (tx) => dropService(tx, id)),
  batchSortCompanyServices: ({ idList }, ctx) => command(ctx, (tx) => sortServices(tx, idList)),
});
