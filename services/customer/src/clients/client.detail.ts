import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, fail } from "@leashline/kit";
import type { GetClientDetailResponseSchema } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { addressesOf } from "../addresses/address.store.ts";
import { shownTo, withSelf } from "../contacts/contact.rpc.ts";
import { contactsOf } from "../contacts/contact.store.ts";
import { query } from "../db.ts";
import { overviewsOf } from "../facts/overview.store.ts";
import { overviewToWire } from "../facts/overview.wire.ts";
import { noteToWire } from "../notes/note.rpc.ts";
import { notesOf } from "../notes/note.store.ts";
import { petsToWire } from "../pets/pet.read.ts";
import { petsOf } from "../pets/pet.store.ts";
import { tagsOf } from "../tags/tag.store.ts";
import { clientsById } from "./client.store.ts";
import { toWire } from "./client.wire.ts";
import { tipOf } from "./tip.ts";
import { reach } from "./visibility.ts";

/** Everything the client page shows, in as many round trips as it has parts, side by side. */
export async function detailOf(
  ctx: Ctx,
  clientId: string,
  includeDeleted: boolean,
): Promise<MessageInitShape<typeof GetClientDetailResponseSchema>> {
  const client = (await query(ctx, (db) => clientsById(db, [clientId], reach(ctx)))).get(clientId);
  if (!client || (client.deleted_at && !includeDeleted)) throw fail("CUSTOMER_NOT_FOUND", { field: "customerId" });
  const [overviews, pets, addresses, contacts, notes, tags] = await Promise.all([
    query(ctx, (db) => overviewsOf(db, [clientId])),
    query(ctx, async (db) => await petsToWire(ctx, db, await petsOf(db, [clientId]))),
    query(ctx, (db) => addressesOf(db, clientId)),
    query(ctx, (db) => contactsOf(db, clientId)),
    query(ctx, (db) => notesOf(db, { clientId, petId: "0", beforeId: null, offset: 0, limit: 50 })),
    query(ctx, (db) => tagsOf(db, clientId)),
  ]);
  return {
    client: toWire(client, ctx),
    overview: overviewToWire(overviews.get(clientId), ctx),
    pets,
    addresses,
    contacts: shownTo(ctx, withSelf(client, contacts)),
    notes: notes.map(noteToWire),
    tags,
    preferredTip: tipOf(client, ctx),
  };
}
