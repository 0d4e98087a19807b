import { OrderLineKind } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Given, timesDue } from "@leashline/proto/rules/auto-charges.ts";
import { moneyMoved, type Order, type OrderCharge, type OrderLine } from "../orders/order.ts";
import type { TaxRules } from "../projections/projections.store.ts";
import { lineOfCharge } from "./line.ts";

const isOf = (charge: OrderCharge, { kind, serviceChargeId }: OrderLine): boolean =>
  kind === OrderLineKind.SERVICE_CHARGE && serviceChargeId === charge.serviceChargeId;

/** Brings the charges that put themselves onto the bill to what the visit is now: those that are due once, and as often as they are. */
export function withAutoCharges(order: Order, { taxes, given }: { taxes: TaxRules; given: readonly Given[] }): Order {
  const { businessId, appointmentLines } = order;
  const lines = order.autoCharges
    .filter(({ off }) => !off)
    .reduce((so, charge) => {
      const quantity = timesDue(charge, { businessId, lines: appointmentLines, given });
      return charged(so, charge, { quantity, taxes });
    }, order.lines);
  if (lines === order.lines) return order;
  return { ...order, lines, changedAfterPayment: order.changedAfterPayment || moneyMoved(order) };
}

type Due = { quantity: number; taxes: TaxRules };

function charged(lines: OrderLine[], charge: OrderCharge, { quantity, taxes }: Due): OrderLine[] {
  const there = lines.find((line) => isOf(charge, line));
  if (!there) return quantity > 0 ? [...lines, lineOfCharge({ ...charge, quantity }, taxes)] : lines;
  if (quantity === 0) return lines.filter((line) => line !== there);
  return there.quantity === quantity ? lines : lines.map((line) => (line === there ? { ...line, quantity } : line));
}
