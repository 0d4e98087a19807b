import { job, type Tx } from "@leashline/kit";
import { command, type DB } from "../db.ts";
import { sumUp } from "./client-sums.ts";
import { nextAppointmentEnds } from "./projections.store.ts";

/** Counts a client's appointments again once the next one is over without anybody saying so. */
export const appointmentPassed = job<{ clientId: string }>("visit-passed", {
  run: async (ctx, { clientId }) => void (await command(ctx, async (tx) => recount(tx, [clientId]).then(() => ({ done: true })))),
});

/** Sums clients up again and has each looked at once more when their next appointment is over. */
export async function sumUpAndWatch(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  sumUp(tx, clientIds);
  for (const { clientId, endsAt } of await nextAppointmentEnds(tx.db, clientIds)) watch(tx, clientId, endsAt);
}

/** A client is looked at once more when their next appointment is over. */
export const watch = (tx: Tx<DB>, clientId: string, endsAt: Date): void =>
  tx.schedule(appointmentPassed, { key: clientId, dueAt: new Date(endsAt.getTime() + 1_000), payload: { clientId } });

/** Once for all that one transaction is told of a client. */
export async function recount(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  const ids = [...new Set(clientIds)];
  await sumUpAndWatch(tx, ids);
  tx.notify("customer.client", { ids });
}
