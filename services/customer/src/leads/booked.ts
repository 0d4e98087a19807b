import type { Tx } from "@leashline/kit";
import { settleBooked } from "../agreements/records/settle.ts";
import { clientTypes } from "../clients/client.ts";
import { mustHaveClient, saveClient } from "../clients/client.write.ts";
import type { DB } from "../db.ts";
import { watch } from "../projections/appointment-passed.jobs.ts";
import { sumUp } from "../projections/client-sums.ts";
import { appointmentsWith } from "../projections/projections.ts";
import { readFollowing } from "./lead.store.ts";

/** A lead with an appointment is a client. */
async function convert(tx: Tx<DB>, id: string): Promise<void> {
  const client = await mustHaveClient(tx, id);
  await saveClient(tx, client, { columns: { type: clientTypes.customer }, tagIds: null }, { allowDuplicatePhone: true });
}

/** Once for all that one transaction is told of its clients. */
async function follow(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  const ids = [...new Set(clientIds)];
  sumUp(tx, ids);
  const all = await readFollowing(tx.db, ids);
  for (const { clientId, endsAt } of all) if (endsAt) watch(tx, clientId, endsAt);
  tx.notify("customer.client", { ids });
  const signing = all.filter(({ maySign }) => maySign);
  if (signing.length > 0)
    await settleBooked(
      tx,
      signing.map(({ clientId }) => clientId),
    );
  for (const { clientId, isBookedLead } of all) if (isBookedLead) await convert(tx, clientId);
}

/** Appointments of clients; what they need to be signed comes with them, and a lead becomes a client. */
export const appointments = appointmentsWith(follow);
