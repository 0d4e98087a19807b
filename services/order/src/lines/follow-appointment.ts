import type { Tx } from "@leashline/kit";
import type { DB } from "../db.ts";
import { type AppointmentLine, moneyMoved, type Order } from "../orders/order.ts";
import { type TaxRules, tipless } from "../projections/projections.store.ts";
import { isUnchanged, lineChanges, type ServiceLine } from "./appointment-lines.ts";
import { givenAt } from "./auto-charges.store.ts";
import { withAutoCharges } from "./auto-charges.ts";
import { taxesFor } from "./coming-taxes.ts";
import { lineOfAppointment, taxedAsKnown } from "./line.ts";
import { inOrderGiven, restored, suspendedBy } from "./suspended-lines.ts";

function serviceLines(order: Order): ServiceLine[] {
  return order.lines
    .filter((line) => line.detailId !== "0")
    .map((line) => ({
      orderLineItemId: line.orderLineItemId,
      staffSet: line.staffSet,
      lineId: line.detailId,
      petId: line.petId,
      petName: line.petName,
      serviceId: line.serviceId,
      serviceName: line.name,
      careType: line.careType,
      staffId: line.staffId,
      staffName: line.staffName,
      staffShares: line.staffShares,
      price: line.unitPrice,
      taxId: line.taxId,
    }));
}

/** Rates of tax, and the services on which no tip is reckoned. */
type Known = { taxes: TaxRules; without: ReadonlySet<string> };

/** Brings the service lines to what the appointment says. Lines added at checkout stay behind them. */
export function withAppointmentLines(order: Order, wanted: readonly AppointmentLine[], { taxes, without }: Known): Order {
  const lineFor = (line: AppointmentLine) => lineOfAppointment(line, taxes.get(line.taxId), !without.has(line.serviceId));
  const changes = lineChanges(serviceLines(order), wanted);
  if (isUnchanged(changes)) return order;
  const updated = new Map(changes.updated.map((u) => [u.orderLineItemId, u.line]));
  const removed = new Set(changes.removed);
  const kept = order.lines
    .filter((line) => !removed.has(line.orderLineItemId))
    .map((line) => {
      const next = updated.get(line.orderLineItemId);
      return next ? { ...lineFor(next), orderLineItemId: line.orderLineItemId, staffSet: line.staffSet } : line;
    });
  const suspended = new Map(order.suspended.map((line) => [line.detailId, line]));
  const added = changes.added.map((line) => restored(lineFor(line), suspended.get(line.lineId)));
  const back = order.suspended.filter((was) => added.some((line) => line.detailId === was.detailId));
  const services = kept.filter((line) => line.detailId !== "0");
  const others = kept.filter((line) => line.detailId === "0");
  return {
    ...order,
    lines: [...services, ...added, ...others],
    discounts: inOrderGiven([...order.discounts, ...back.flatMap((was) => was.discounts)]),
    suspended: [...order.suspended.filter((was) => !back.includes(was)), ...suspendedBy(order, removed)],
    changedAfterPayment: order.changedAfterPayment || moneyMoved(order),
  };
}

/**
 * An order with the appointment's latest lines. A completed one is not touched: that it differs is marked, and reverting brings it up to date. `known`: those of the
 * services on which no tip is reckoned, when they are known already.
 */
export async function following(tx: Tx<DB>, order: Order, known?: Known["without"]): Promise<Order> {
  const taxIds = [...order.appointmentLines, ...order.autoCharges].map(({ taxId = "0" }) => taxId);
  const serviceIds = order.appointmentLines.map((line) => line.serviceId);
  const byCare = order.appointmentId !== null && order.autoCharges.some(({ forCare }) => forCare);
  const [taxes, without, given] = await Promise.all([
    taxesFor(tx, taxIds),
    known ?? tipless(tx.db, serviceIds),
    byCare ? givenAt(tx.db, order.appointmentId ?? "0") : [],
  ]);
  const wanted = withAutoCharges(withAppointmentLines(order, order.appointmentLines, { taxes, without }), { taxes, given });
  if (order.state === "open") return { ...wanted, lines: taxedAsKnown(wanted.lines, taxes), appointmentDiffers: false };
  return { ...order, appointmentDiffers: wanted !== order };
}
