import { fail } from "@leashline/kit";
import { OrderLineKind } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type AppointmentLine, lineOf, type Order, type OrderLine } from "../orders/order.ts";
import { editable } from "../orders/order-moves.ts";
import type { TaxRule, TaxRules } from "../projections/projections.store.ts";

/** How a line is taxed. An untaxed line has the rate "0"; a line whose rule is still unknown has none at all. */
export function taxedBy(taxId: string, rule: TaxRule | undefined): Pick<OrderLine, "taxId" | "taxName" | "taxRate"> {
  if (taxId === "0" || taxId === "") return { taxId: "0", taxName: "", taxRate: "0" };
  return rule ? { taxId, taxName: rule.name, taxRate: rule.rate } : { taxId, taxName: "", taxRate: null };
}

/** Lines that waited for their rule, taxed by it where it is known now; those that have a rate keep the one they were written with. */
export const taxedAsKnown = (lines: readonly OrderLine[], taxes: TaxRules): OrderLine[] =>
  lines.map((line) => (line.taxRate === null && taxes.has(line.taxId) ? { ...line, ...taxedBy(line.taxId, taxes.get(line.taxId)) } : line));

const unpriced = { totalPrice: 0n, discount: 0n, tax: 0n };

/** The order's line for a service of its appointment. */
export const lineOfAppointment = (line: AppointmentLine, rule: TaxRule | undefined, canTip: boolean): OrderLine => ({
  orderLineItemId: "",
  kind: line.addOn ? OrderLineKind.ADD_ON : OrderLineKind.SERVICE,
  detailId: line.lineId,
  serviceId: line.serviceId,
  serviceChargeId: "0",
  productId: "0",
  name: line.serviceName,
  careType: line.careType,
  staffId: line.staffId,
  staffName: line.staffName,
  staffSet: false,
  staffShares: line.staffShares ?? "",
  petId: line.petId,
  petName: line.petName,
  unitPrice: line.price,
  quantity: 1,
  canTip,
  ...unpriced,
  ...taxedBy(line.taxId, rule),
});

type Charge = Pick<OrderLine, "serviceChargeId" | "name" | "unitPrice" | "quantity"> & { taxId?: string };

/** The line of a charge that puts itself onto a bill. */
export const lineOfCharge = ({ serviceChargeId, name, unitPrice, quantity, taxId = "0" }: Charge, taxes: TaxRules): OrderLine => ({
  ...{ orderLineItemId: "", kind: OrderLineKind.SERVICE_CHARGE, detailId: "0", serviceId: "0", productId: "0" },
  ...{ serviceChargeId, name, unitPrice, quantity, careType: "" },
  ...{ staffId: "0", staffName: "", staffSet: false, staffShares: "", petId: "0", petName: "", canTip: false },
  ...unpriced,
  ...taxedBy(taxId, taxes.get(taxId)),
});

export type NewLine = Pick<
  OrderLine,
  | "kind"
  | "name"
  | "unitPrice"
  | "quantity"
  | "staffId"
  | "staffName"
  | "petId"
  | "serviceId"
  | "productId"
  | "serviceChargeId"
  | "careType"
  | "taxId"
  | "canTip"
>;

/** What staff decide by hand about a charge stays: it does not put itself onto this bill, or off it, any more. */
const decidedByHand = ({ autoCharges }: Order, { serviceChargeId }: Pick<OrderLine, "serviceChargeId">) =>
  autoCharges.map((charge) => (charge.serviceChargeId === serviceChargeId ? { ...charge, off: true } : charge));

export function lineAdded(order: Order, line: NewLine, taxes: TaxRules): Order {
  const full: OrderLine = {
    ...line,
    ...unpriced,
    orderLineItemId: "",
    detailId: "0",
    staffSet: true,
    staffShares: "",
    petName: order.lines.find((l) => l.petId === line.petId && l.petId !== "0")?.petName ?? "",
    ...taxedBy(line.taxId, taxes.get(line.taxId)),
  };
  if (full.taxRate === null) throw fail("PARAMS_INVALID", { field: "taxId", reason: "there is no such tax" });
  return { ...editable(order), autoCharges: decidedByHand(order, line), lines: [...order.lines, full] };
}

export function lineRemoved(order: Order, orderLineItemId: string, kind?: OrderLineKind): Order {
  const line = lineOf(order, orderLineItemId);
  if (line.detailId !== "0" || (kind !== undefined && line.kind !== kind)) {
    throw fail("STATE_CONFLICT", {
      message: "To remove a service from the order, remove it from the appointment.",
      field: "orderLineItemId",
    });
  }
  return { ...editable(order), autoCharges: decidedByHand(order, line), lines: order.lines.filter((l) => l !== line) };
}

export function staffSet(order: Order, orderLineItemId: string, staff: { staffId: string; staffName: string }): Order {
  lineOf(order, orderLineItemId);
  const lines = order.lines.map((line) =>
    line.orderLineItemId === orderLineItemId ? { ...line, ...staff, staffSet: true, staffShares: "" } : line,
  );
  return { ...editable(order), lines };
}
