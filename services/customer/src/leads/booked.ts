import type { Tx } from "@leashline/kit";
import { settleBooked } from "../agreements/records/settle.ts";
import { clientTypes } from "../clients/client.ts";
import { mustHaveClient, saveClient } from "../clients/client.write.ts";
import type { DB } from "../db.ts";
import { appointmentsWith } from "../projections/projections.ts";
import { bookedLeads } from "./lead.store.ts";

/** A lead with an appointment is a client. */
async function convert(tx: Tx<DB>, leadIds: readonly string[]): Promise<void> {
  for (const id of leadIds) {
    const client = await mustHaveClient(tx, id);
    await saveClient(tx, client, { columns: { type: clientTypes.customer }, tagIds: null }, { allowDuplicatePhone: true });
  }
}

/** Appointments of clients; what they need to be signed comes with them, and a lead becomes a client. */
export const appointments = appointmentsWith(async (tx, clientIds) => {
  const [leadIds] = await Promise.all([bookedLeads(tx.db, clientIds), settleBooked(tx, clientIds)]);
  await convert(tx, leadIds);
});
