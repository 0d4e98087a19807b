import { fail, fromMoney, type Tx } from "@leashline/kit";
import type { NewLine as NewLineMessage } from "@leashline/proto/leashline/order/v1/order_edits_pb.js";
import { OrderLineKind } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { DB } from "../db.ts";
import { staffName, tipless } from "../projections/projections.store.ts";
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
