import type { Tx } from "@leashline/kit";
import { settleBooked } from "../agreements/records/settle.ts";
import { clientTypes } from "../clients/client.ts";
import { mustHaveClient, saveClient } from "../clients/client.write.ts";
import type { DB } from "../db.ts";
import { appointmentsWith } from "../projections/projections.ts";
import { bookedLeads } from "./lead.store.ts";

/** A lead with an appointment is a client. */
async function convertBooked(tx: Tx<DB>, clientIds: readonly string[]): Promise<void> {
  for (const id of await bookedLeads(tx.db, clientIds)) {
    const client = await mustHaveClient(tx, id);
    await saveClient(tx, client, { columns: { type: clientTypes.customer }, tagIds: null }, { allowDuplicatePhone: true });
  }
}

/** Appointments of clients; what they need to be signed comes with them, and a lead becomes a client. */
export const appointments = appointmentsWith(async (tx, clientIds) => {
  await settleBooked(tx, clientIds);
  await convertBooked(tx, clientIds);
});
