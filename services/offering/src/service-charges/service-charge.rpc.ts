import { fail, implement, listed, mustBeCurrent, mustExist, named, type Page, type Tx } from "@leashline/kit";
import { ServiceChargeChangedSchema } from "@leashline/proto/leashline/offering/v1/events_pb.js";
import {
  CreateServiceChargeRequestSchema,
  ServiceChargeService,
  UpdateServiceChargeRequestSchema,
} from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import { command, type DB, query } from "../db.ts";
import { mustBeKnownTaxes, mustHaveTaxes, unknownTaxes } from "../services/known-taxes.ts";
import { addSurcharge, checkSurcharge } from "./late-pick-up.ts";
import { chargeChanged, toServiceCharge } from "./service-charge.mapper.ts";
import {
  chargeNameTaken,
  countCharges,
  deleteCharge,
  findCharge,
  insertCharge,
  listCharges,
  lockCharge,
  type ServiceChargeRow,
  updateCharge,
} from "./service-charge.store.ts";
import { type ChargeFields, changeOf, mustMakeSense } from "./service-charge.ts";

function tell(tx: Tx<DB>, action: string, { before, after }: { before?: ServiceChargeRow; after?: ServiceChargeRow }): void {
  const id = (after ?? before)?.id ?? "0";
  tx.log({ entity: "service charge", id, action, ...(before && { before }), ...(after && { after }) });
  tx.notify("offering.serviceCharge", { ids: [id] });
  const now = after ?? before;
  if (now) tx.emit(ServiceChargeChangedSchema, chargeChanged(now, after === undefined), { key: `service-charge:${id}` });
}

const taxOf = ({ taxId = "0" }: Partial<ChargeFields>) => [{ field: "taxId", taxId }];

const everything = new Set(CreateServiceChargeRequestSchema.fields.map((field) => field.localName));

export const serviceChargeRpc = implement(ServiceChargeService, {
  async getServiceCharge({ serviceChargeId }, ctx) {
    const row = mustExist(await query(ctx, (db) => findCharge(db, serviceChargeId)), "serviceChargeId");
    return { serviceCharge: toServiceCharge(row) };
  },

  async listServiceCharges(request, ctx) {
    return await query(ctx, async (db) => {
      const read = (page: Page) => listCharges(db, request.activeOnly, page);
      const { rows, nextPageToken } = await listed(request, { standard: 50, key: (row: ServiceChargeRow) => [row.id], read });
      return { serviceCharges: rows.map(toServiceCharge), nextPageToken, total: await countCharges(db, request.activeOnly) };
    });
  },

  async createServiceCharge(request, ctx) {
    const fields = changeOf(request, everything, ctx.caller.currency) as ChargeFields;
    mustMakeSense(fields);
    await mustHaveTaxes(ctx, taxOf(fields));
    return await command(ctx, async (tx) => {
      const after = await insertCharge(tx.db, fields);
      if (!after) throw fail("RULE_EXISTS", { field: "name" });
      tell(tx, "created", { after });
      return { serviceCharge: toServiceCharge(after) };
    });
  },

  async updateServiceCharge(request, ctx) {
    const fields = named(UpdateServiceChargeRequestSchema, request, request.updateMask);
    const change = changeOf(request, fields, ctx.caller.currency);
    const taxes = await unknownTaxes(ctx, taxOf(change));
    return await command(ctx, async (tx) => {
      if (change.name !== undefined) tx.lock([`service-charge-name:${change.name.toLowerCase()}`]);
      const before = mustExist(await lockCharge(tx.db, request.serviceChargeId), "serviceChargeId");
      mustBeCurrent(request.version, before.version);
      if (change.name !== undefined && (await chargeNameTaken(tx.db, change.name, before.id))) throw fail("RULE_EXISTS", { field: "name" });
      mustMakeSense({ ...before, ...change });
      mustBeKnownTaxes(taxes, taxOf(change), taxOf(before));
      const after = await updateCharge(tx.db, before.id, change);
      tell(tx, "updated", { before, after });
      return { serviceCharge: toServiceCharge(after) };
    });
  },

  async deleteServiceCharge({ serviceChargeId }, ctx) {
    return await command(ctx, async (tx) => {
      const before = await deleteCharge(tx.db, serviceChargeId);
      if (before) tell(tx, "deleted", { before });
      return {};
    });
  },

  checkLatePickUp: checkSurcharge,
  addLatePickUp: addSurcharge,
});
