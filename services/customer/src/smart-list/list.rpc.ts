import { type Ctx, cut, type Impl, pageOf, toTimestamp } from "@leashline/kit";
import type { ClientFilter, ClientOrder, ClientQueries } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import type { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { toClient } from "../clients/client.mapper.ts";
import { clientsById } from "../clients/client.store.ts";
import { toOverview } from "../clients/overview.mapper.ts";
import { overviewsOf } from "../clients/overview.store.ts";
import { reach } from "../clients/visibility.store.ts";
import { toldPlaces } from "../clients/visibility.ts";
import { termsOf } from "../clients/words.ts";
import { command, type Db, query } from "../db.ts";
import { petsOf } from "../pets/pet.store.ts";
import { plannedAnew } from "../search/plan-anew.store.ts";
import { toPetHit } from "../search/search.mapper.ts";
import { chosen, most, removeClients, selected, setInactive, tagClients } from "./bulk.ts";
import { countClients } from "./count.ts";
import { filterOf } from "./filter.store.ts";
import { filteredFor } from "./filtered-for.ts";
import { type Asked, isKeyed, type Order, pageByFact, pageByKey, unsubscribedAmong } from "./list.store.ts";
import { namesOf, openAmong } from "./open-matters.store.ts";
import { askNeighbors, byClient, mattersHere } from "./open-matters.ts";

/** So many clients are named of those with something open. */
const mostOpen = 20;

function askedOf(ctx: Ctx, req: { filters?: ClientFilter; queries?: ClientQueries }): Asked {
  const keyword = req.queries?.keyword.trim();
  const who = filteredFor(ctx);
  return {
    reach: reach(ctx),
    at: toldPlaces(ctx),
    contact: who.contact,
    filter: filterOf(req.filters, who),
    terms: keyword ? termsOf(keyword) : null,
  };
}

const anew = <T>(ctx: Ctx, read: (db: Db) => Promise<T>): Promise<T> => query(ctx, read, plannedAnew);

/** First name ascending unless said otherwise (core §3). */
const orderOf = (sort: ClientOrder | undefined): Order => ({
  property: sort?.property || "first_name",
  descending: sort?.order === SortOrder.DESC,
});

async function rowsOf(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const [clients, overviews, pets] = await Promise.all([
    query(ctx, (db) => clientsById(db, ids)),
    query(ctx, (db) => overviewsOf(ctx, db, ids)),
    query(ctx, (db) => petsOf(db, ids)),
  ]);
  return ids.flatMap((id) => {
    const client = clients.get(id);
    if (!client) return [];
    const own = pets.filter((p) => p.clientId === id);
    const hits = own.map((p) =>
      toPetHit({ id: p.id, name: p.petName, type: p.petType, breed: p.breed, gone: p.lifeStatus === 2, picture: p.avatarPath }),
    );
    return [{ client: toClient(client, ctx), overview: toOverview(overviews.get(id), ctx), pets: hits }];
  });
}

export const listHandlers = {
  async listClients(req, ctx) {
    const page = pageOf(req, { standard: 20, most: 500 });
    const [asked, order] = [askedOf(ctx, req), orderOf(req.sort)];
    const [value = "", id = "0"] = page.after ?? [];
    const keyed = isKeyed(order.property);
    const offset = page.after && !keyed ? Number(value) || 0 : page.offset;
    const slice = { offset, limit: page.limit, after: page.after && keyed ? { value, id } : null };
    const read = (which: Asked) =>
      Promise.all([
        anew(ctx, (db) => (keyed ? pageByKey(db, which, order, slice) : pageByFact(db, which, order, slice))),
        countClients(ctx, which),
      ]);
    const exact = await read(asked);
    const [places, { total, approximate }] = exact[1].total === 0 && asked.terms?.length ? await read({ ...asked, nearly: true }) : exact;
    const { rows, nextPageToken } = cut(places, page.size, (place) => (keyed ? [place.value, place.id] : [offset + page.size]));
    return {
      rows: await rowsOf(
        ctx,
        rows.map((place) => place.id),
      ),
      nextPageToken,
      total,
      totalApproximate: approximate,
    };
  },

  async selectClients({ selection }, ctx) {
    return await query(ctx, async (db) => {
      const ids = await chosen(ctx, db, selection!, most);
      return { clients: await unsubscribedAmong(db, ids) };
    });
  },

  async countClients(req, ctx) {
    const { total, approximate } = await countClients(ctx, askedOf(ctx, req));
    return { total, totalApproximate: approximate };
  },

  async getOpenMatters({ selection }, ctx) {
    const ids = await query(ctx, (db) => chosen(ctx, db, selection!, most));
    if (ids.length === 0) return {};
    const at = toldPlaces(ctx);
    const [here, there] = await Promise.all([query(ctx, (db) => openAmong(db, ids, at)), askNeighbors(ctx, ids, at)]);
    const open = byClient([...mattersHere(here, ctx.caller.currency), ...there.matters]);
    const shown = open.slice(0, mostOpen);
    const named = shown.map(({ customerId }) => customerId);
    const names = await query(ctx, (db) => namesOf(db, named));
    const nextVisits = new Map(here.map(({ id, nextVisit }) => [id, nextVisit ?? ""]));
    return {
      clients: shown.map((one) => ({ ...one, ...names.get(one.customerId), nextVisitDate: nextVisits.get(one.customerId) ?? "" })),
      ...{ total: open.length, selected: ids.length, incomplete: there.incomplete },
    };
  },

  async setClientsInactive(req, ctx) {
    return await command(ctx, async (tx) => {
      const changedIds = await setInactive(tx, await selected(tx, req.selection!), req.inactive === true);
      return { changed: changedIds.length, changedIds };
    });
  },

  async tagClients(req, ctx) {
    return await command(ctx, async (tx) => await tagClients(tx, await selected(tx, req.selection!), req.addTagIds, req.removeTagIds));
  },

  async deleteClients(req, ctx) {
    return await command(ctx, async (tx) => {
      const { deletedIds, kept, deletedAt } = await removeClients(tx, await selected(tx, req.selection!));
      return { deleted: deletedIds.length, kept, deletedAt: toTimestamp(deletedAt), deletedIds };
    });
  },
} satisfies Partial<Impl<typeof ClientListService>>;
