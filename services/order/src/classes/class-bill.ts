import { EnrolmentState } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { lineOfAppointment } from "../lines/line.ts";
import type { Order, OrderLine } from "../orders/order.ts";
import { moved } from "../orders/order-moves.ts";
import type { TaxRule } from "../projections/projections.store.ts";

/** A pet in a class, as calendar tells it. */
export type Enrolled = {
  className: string;
  serviceId: string;
  petId: string;
  petName: string;
  staffId: string;
  staffName: string;
  price: bigint;
  taxId: string;
};

type Standing = { state: number; classCancelled: boolean };

export const isGone = ({ state, classCancelled }: Standing): boolean => classCancelled || state === EnrolmentState.WITHDRAWN;

/** A pet that has a place pays for it; who waits owes nothing yet. */
export const isBilled = (standing: Standing, price: bigint): boolean =>
  !isGone(standing) && standing.state === EnrolmentState.ENROLLED && price > 0n;

/** The one line of the bill. No appointment has it: it stays as it is written. */
export function classLine({ className, ...enrolled }: Enrolled, rule: TaxRule | undefined, canTip: boolean): OrderLine {
  const line = { ...enrolled, lineId: "0", serviceName: className, careType: "GROUP_CLASS" };
  return lineOfAppointment(line, rule, canTip);
}

/** The bill of a pet that left, or of a class that was canceled, once that is taken back: what was owed is owed again, and what was paid counts. */
export const takenUp = (order: Order, now: Date): Order => (order.state === "cancelled" ? moved(order, "reopen", now) : order);

/** Nothing is owed any more; what was paid is too much. */
export function givenUp(order: Order, now: Date): Order {
  if (order.state === "cancelled") return order;
  return moved(order.state === "completed" ? moved(order, "revert", now) : order, "cancel", now);
}
