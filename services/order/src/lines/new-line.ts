import { type Ctx, fail, fromMoney, type Tx } from "@leashline/kit";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { NewLine as NewLineMessage } from "@leashline/proto/leashline/order/v1/order_edits_pb.js";
import { OrderLineKind } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type DB, query } from "../db.ts";
import { knownServices, staffName, tipless } from "../projections/projections.store.ts";
import type { NewLine } from "./line.ts";

/** Nobody tips on what a late pick-up or a card costs. */
const isFee = (kind: OrderLineKind): boolean => kind === OrderLineKind.SERVICE_CHARGE || kind === OrderLineKind.CONVENIENCE_FEE;

/** A line as a request asks for it; the name of its staff member is not looked up. `without`: services on which no tip is reckoned. */
export const readLine = (line: NewLineMessage, without: ReadonlySet<string>): NewLine => ({
  kind: line.kind || OrderLineKind.PRODUCT,
  name: line.name,
  unitPrice: fromMoney(line.unitPrice).minor,
  quantity: line.quantity || 1,
  taxId: line.taxId,
  staffId: line.staffId,
  staffName: "",
  petId: line.petId,
  serviceId: line.serviceId,
  productId: line.productId,
  serviceChargeId: line.serviceChargeId,
  careType: line.serviceItemType,
  canTip: !isFee(line.kind) && !without.has(line.serviceId),
});

export async function newLine(tx: Tx<DB>, line: NewLineMessage): Promise<NewLine> {
  const [without, name] = await Promise.all([tipless(tx.db, [line.serviceId]), knownStaff(tx, line.staffId)]);
  return { ...readLine(line, without), staffName: name };
}

export async function knownStaff(tx: Tx<DB>, staffId: string): Promise<string> {
  const name = await staffName(tx.db, staffId);
  if (name === null) throw fail("PARAMS_INVALID", { field: "staffId", reason: "there is no such staff member" });
  return name;
}

/** Those of the services that this company does not have. One that was made just now, or before services were told here, is asked after. */
async function strangers(ctx: Ctx, serviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const ids = [...new Set(serviceIds)].filter((id) => id !== "0");
  if (ids.length === 0) return new Set();
  const here = await query(ctx, (db) => knownServices(db, ids));
  const left = ids.filter((id) => !here.has(id));
  if (left.length === 0) return new Set();
  const { services } = await ctx.client(CatalogService).batchGetServices({ ids: left, allowMissing: true, withAddOns: true });
  const there = new Set(services.map(({ id }) => id));
  return new Set(left.filter((id) => !there.has(id)));
}

/** Lines that a request brings are of services of this company, deleted ones too, or of none. `at`: the field in which the nth line stands. */
export async function mustBeOwnServices(
  ctx: Ctx,
  lines: readonly Pick<NewLineMessage, "serviceId">[],
  at: (nth: number) => string,
): Promise<void> {
  const unknown = await strangers(
    ctx,
    lines.map(({ serviceId }) => serviceId),
  );
  const nth = lines.findIndex(({ serviceId }) => unknown.has(serviceId));
  if (nth >= 0) throw fail("PARAMS_INVALID", { field: `${at(nth)}.serviceId`, reason: "no such service" });
}
