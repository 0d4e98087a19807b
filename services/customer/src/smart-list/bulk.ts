import { type Ctx, fail, type Tx } from "@leashline/kit";
import type { ClientSelection } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { emitClient } from "../clients/client.events.ts";
import { clientsById, hasUpcoming, updateClient } from "../clients/client.store.ts";
import { removeClient } from "../clients/client.write.ts";
import { refreshTokens } from "../clients/search-token.store.ts";
import { reach } from "../clients/visibility.store.ts";
import { asAsker, toldPlaces } from "../clients/visibility.ts";
import { termsOf } from "../clients/words.ts";
import type { DB, Db } from "../db.ts";
import { mustHaveTags } from "../tags/known-tags.ts";
import { changeTags, type TagChange } from "./bulk.store.ts";
import { filterOf } from "./filter.store.ts";
import { filteredFor } from "./filtered-for.ts";
import { amongIds, idsOf, lockClients } from "./list.store.ts";

/** More at once than this is refused: one command is one transaction. */
export const most = 5_000;

/** The clients a selection means, of those whom its asker reaches, also when another service passes it on; more than `most` are refused. */
export async function chosen(ctx: Ctx, db: Db, selection: ClientSelection, most: number): Promise<string[]> {
  const asker = asAsker(ctx);
  const { isAll, chosenList, unchosenList, filters, queries } = selection;
  const keyword = queries?.keyword.trim();
  const who = filteredFor(asker);
  const asked = {
    reach: reach(asker),
    at: toldPlaces(asker),
    contact: who.contact,
    filter: isAll ? filterOf(filters, who) : amongIds(chosenList),
    terms: isAll && keyword ? termsOf(keyword) : null,
  };
  const ids = await idsOf(db, asked, isAll ? unchosenList : [], most + 1);
  if (ids.length > most) throw fail("PARAMS_INVALID", { field: "selection", reason: `choose at most ${most} clients at once` });
  return ids;
}

/** The clients a selection means, locked in the order of their ids. */
export async function selected(tx: Tx<DB>, selection: ClientSelection): Promise<string[]> {
  const ids = await chosen(tx.ctx, tx.db, selection, most);
  await lockClients(tx.db, ids);
  return ids;
}

/** Answers who was otherwise before. */
export async function setInactive(tx: Tx<DB>, ids: readonly string[], inactive: boolean): Promise<string[]> {
  const clients = [...(await clientsById(tx.db, ids)).values()].filter((c) => c.inactive !== inactive);
  for (const client of clients) {
    await updateClient(tx.db, client.id, { inactive });
    tx.log({ entity: "client", id: client.id, action: "update", before: { inactive: client.inactive }, after: { inactive } });
    emitClient(tx, { ...client, inactive });
  }
  const changed = clients.map((client) => client.id);
  refreshTokens(tx, changed);
  return changed;
}

const byTag = (rows: readonly TagChange[]) =>
  [...Map.groupBy(rows, ({ tagId }) => tagId)].map(([tagId, of]) => ({ tagId, customerIds: of.map(({ clientId }) => clientId) }));
const tagsOf = (rows: readonly TagChange[]) => {
  const byClient = Map.groupBy(rows, ({ clientId }) => clientId);
  return (id: string): string[] => (byClient.get(id) ?? []).map(({ tagId }) => tagId);
};

/** Answers who got which tag and who lost it. */
export async function tagClients(tx: Tx<DB>, ids: readonly string[], add: readonly string[], remove: readonly string[]) {
  await mustHaveTags(tx.db, add, "addTagIds");
  const { added, removed } = await changeTags(tx.db, ids, add, remove);
  const changed = [...new Set([...added, ...removed].map(({ clientId }) => clientId))];
  const [got, lost] = [tagsOf(added), tagsOf(removed)];
  for (const id of changed) tx.log({ entity: "client", id, action: "tags", after: { added: got(id), removed: lost(id) } });
  tx.notify("customer.client", { ids: changed.slice(0, 200) });
  return { changed: changed.length, added: byTag(added), removed: byTag(removed) };
}

/** Deletes those nobody is expecting; answers who went and how many stayed. */
export async function removeClients(
  tx: Tx<DB>,
  ids: readonly string[],
): Promise<{ deletedIds: string[]; kept: number; deletedAt: Date | null }> {
  let deletedAt: Date | null = null;
  const deletedIds: string[] = [];
  for (const client of (await clientsById(tx.db, ids)).values()) {
    if (client.deletedAt || (await hasUpcoming(tx.db, { clientId: client.id }))) continue;
    deletedAt = await removeClient(tx, client);
    deletedIds.push(client.id);
  }
  return { deletedIds, kept: ids.length - deletedIds.length, deletedAt };
}
