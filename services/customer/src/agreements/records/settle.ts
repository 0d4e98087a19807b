import { job, type Tx } from "@leashline/kit";
import { AgreementReminderDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { command, type DB } from "../../db.ts";
import { askAgain, type Made, settleRecords } from "./needs.store.ts";

/** Whoever changes what these clients have to sign goes one after the other. */
export function lockRecords(tx: Tx<DB>, clientIds: readonly string[]): void {
  tx.lock(clientIds.map((id) => `agreements:${id}`));
}

/** The link to sign a record goes out by itself, the ways its client wants. */
export function sendLink(tx: Tx<DB>, { id, clientId, businessId }: Omit<Made, "send">): void {
  const event = { recordId: id, customerId: clientId, businessId, number: 0, byText: true, byEmail: true };
  tx.emit(AgreementReminderDueSchema, event, { key: clientId });
}

/** What appointments ask for is there when they are booked, and its link is on its way. */
export async function settleBooked(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  for (const made of await settle(tx, clientIds)) if (made.send) sendLink(tx, made);
}

/** Makes the records that wait fit what is needed; answers those that an appointment made. */
export async function settle(tx: Tx<DB>, clientIds: readonly string[]): Promise<Made[]> {
  const ids = [...new Set(clientIds)];
  lockRecords(tx, ids);
  const { changed, made, later } = await settleRecords(tx.db, ids);
  if (changed.length > 0) tx.notify("customer.client", { ids: changed });
  for (const { clientId, at } of later) tx.schedule(visitOutlasts, { key: clientId, dueAt: at, payload: { clientId } });
  return made;
}

/** A visit is after the end of what was signed for it, and by now it helps to sign again. */
export const visitOutlasts = job<{ clientId: string }>("agreement-visit-outlasts", {
  run: async (ctx, { clientId }) => {
    await command(ctx, async (tx) => {
      await settleBooked(tx, [clientId]);
      return { done: true };
    });
  },
});

/** Where signatures run out, change or go: whoever signed only because somebody asked, and whose signature counts no longer, is asked again. */
export async function askAnew(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  lockRecords(tx, clientIds);
  await askLocked(tx, clientIds);
}

async function askLocked(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  const ids = await askAgain(tx.db, clientIds);
  if (ids.length > 0) tx.notify("customer.client", { ids: [...new Set(ids)] });
}

/** As `settle`, and asks anew. */
export async function settleAnew(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  await settle(tx, clientIds);
  await askLocked(tx, clientIds);
}
