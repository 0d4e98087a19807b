import { type Followed, followMerges, type Tx } from "@leashline/kit";
import { ClientsMergedSchema, ClientsUnmergedSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import type { DB } from "../db.ts";
import { readEntries, saveEntry } from "./entry/waitlist.store.ts";
import { wordsOf } from "./entry/waitlist.ts";

/** Whoever waits shows the new names, and waits for the pet that is left. */
async function showAnew(tx: Tx<DB>, { to, moved, pets }: Followed): Promise<void> {
  const { firstName, lastName, clientColor } = to;
  for (const row of await readEntries(tx.db, moved.get("waitlist_entry") ?? [])) {
    const theirs = row.pets.map((pet) => {
      const now = pets.find(({ from }) => from === pet.petId);
      return now ? { ...pet, petId: now.to, petName: now.petName } : pet;
    });
    const words = wordsOf(firstName, lastName, theirs);
    await saveEntry(tx, row.id, { firstName, lastName, clientColor, clientDeleted: false, pets: JSON.stringify(theirs), words });
    tx.notify("online_booking.waitlist", { businessId: row.businessId, ids: [row.id] });
  }
}

export const mergedClients = followMerges(
  { merged: ClientsMergedSchema, unmerged: ClientsUnmergedSchema },
  [
    { table: "abandoned_booking", column: "customer_id", of: "client" },
    { table: "booking_request", column: "customer_id", of: "client" },
    { table: "change_request", column: "customer_id", of: "client" },
    { table: "correction", column: "customer_id", of: "client" },
    { table: "waitlist_entry", column: "customer_id", of: "client" },
  ],
  showAnew,
);
