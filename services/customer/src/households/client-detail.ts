import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import type { GetClientDetailResponseSchema } from "@leashline/proto/leashline/customer/v1/client_requests_pb.js";
import { toAddress } from "../addresses/address.mapper.ts";
import { addressesOf } from "../addresses/address.store.ts";
import { toClient } from "../clients/client.mapper.ts";
import { findClient } from "../clients/client.read.ts";
import { toOverview } from "../clients/overview.mapper.ts";
import { overviewsOf } from "../clients/overview.store.ts";
import { toPreferredTip } from "../clients/preferred-tip.ts";
import { toContacts } from "../contacts/contact.mapper.ts";
import { contactsOf } from "../contacts/contact.store.ts";
import { query } from "../db.ts";
import { toNote } from "../notes/note.mapper.ts";
import { notesOf } from "../notes/note.store.ts";
import { toPets } from "../pets/pet.read.ts";
import { petsOf } from "../pets/pet.store.ts";
import { tagsOf } from "../tags/tag.store.ts";

/** Everything the client page shows, in as many round trips as it has parts, side by side. */
export async function detailOf(
  ctx: Ctx,
  customerId: string,
  includeDeleted: boolean,
): Promise<MessageInitShape<typeof GetClientDetailResponseSchema>> {
  const client = await query(ctx, (db) => findClient(ctx, db, customerId, { deleted: includeDeleted }));
  const { id: clientId } = client;
  const [overviews, pets, addresses, contacts, notes, tags] = await Promise.all([
    query(ctx, (db) => overviewsOf(ctx, db, [clientId])),
    query(ctx, async (db) => await toPets(ctx, db, await petsOf(db, [clientId]))),
    query(ctx, (db) => addressesOf(db, clientId)),
    query(ctx, (db) => contactsOf(db, clientId)),
    query(ctx, (db) => notesOf(db, { clientId, petId: "0", after: null, offset: 0, limit: 50 })),
    query(ctx, (db) => tagsOf(db, clientId)),
  ]);
  return {
    client: toClient(client, ctx),
    overview: toOverview(overviews.get(clientId), ctx),
    pets,
    addresses: addresses.map(toAddress),
    contacts: toContacts(ctx, client, contacts),
    notes: notes.map(toNote),
    tags,
    preferredTip: toPreferredTip(client, ctx),
  };
}
