import type { AppointmentLine } from "../orders/order.ts";

/** A service line of an order beside what its appointment says of it. */
export type ServiceLine = AppointmentLine & { orderLineItemId: string; staffSet: boolean };

export type LineChanges = {
  added: AppointmentLine[];
  updated: { orderLineItemId: string; line: AppointmentLine }[];
  removed: string[];
};

const fields = ["petId", "petName", "serviceId", "serviceName", "careType", "staffId", "staffName", "price", "taxId"] as const;

// A staff member who was set on a line at checkout stays there when the appointment changes for another reason.
const keepingStaff = (wanted: AppointmentLine, current: ServiceLine): AppointmentLine =>
  current.staffSet ? { ...wanted, staffId: current.staffId, staffName: current.staffName, staffShares: "" } : wanted;

/** What must change on an order so that its service lines say what the appointment says. */
export function lineChanges(current: readonly ServiceLine[], wanted: readonly AppointmentLine[]): LineChanges {
  const byLine = new Map(current.map((line) => [line.lineId, line]));
  const changes: LineChanges = { added: [], updated: [], removed: [] };
  for (const line of wanted) {
    const now = byLine.get(line.lineId);
    byLine.delete(line.lineId);
    if (!now) {
      changes.added.push(line);
      continue;
    }
    const next = keepingStaff(line, now);
    const sharedOtherwise = (next.staffShares ?? "") !== (now.staffShares ?? "");
    if (sharedOtherwise || fields.some((field) => next[field] !== now[field]))
      changes.updated.push({ orderLineItemId: now.orderLineItemId, line: next });
  }
  changes.removed = [...byLine.values()].map((line) => line.orderLineItemId);
  return changes;
}

export const isUnchanged = (changes: LineChanges): boolean =>
  changes.added.length === 0 && changes.updated.length === 0 && changes.removed.length === 0;
