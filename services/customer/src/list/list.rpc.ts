import { type Ctx, cut, implement, pageOf, toTimestamp } from "@leashline/kit";
import type { ClientFilter, ClientOrder, ClientQueries } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { clientsById } from "../clients/client.store.ts";
import { toWire } from "../clients/client.wire.ts";
import { mayContact, reach } from "../clients/visibility.ts";
import { command, query } from "../db.ts";
import { overviewsOf } from "../facts/overview.store.ts";
import { overviewToWire } from "../facts/overview.wire.ts";
import { petsOf } from "../pets/pet.store.ts";
import { petHit } from "../search/search.rpc.ts";
import { termsOf } from "../search/words.ts";
import { conditionOf } from "./filter.ts";
import { removeClients, selected, setInactive, tagClients } from "./list.bulk.ts";
import { type Asked, countClients, isKeyed, type Order, pageByFact, pageByKey } from "./list.store.ts";

function askedOf(ctx: Ctx, req: { filters?: ClientFilter; queries?: ClientQueries }): Asked {
  const keyword = req.queries?.keyword.trim();
  return {
    reach: reach(ctx),
    contact: mayContact(ctx),
    filter: conditionOf(req.filters, ctx.caller.currency),
    terms: keyword ? termsOf(keyword) : null,
  };
}

/** First name ascending unless said otherwise (core §3). */
const orderOf = (sort: ClientOrder | undefined): Order => ({
  property: sort?.property || "first_name",
  descending: sort?.order === SortOrder.DESC,
});

async function rowsOf(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const [clients, overviews, pets] = await Promise.all([
    query(ctx, (db) => clientsById(db, ids)),
    query(ctx, (db) => overviewsOf(db, ids)),
    query(ctx, (db) => petsOf(db, ids)),
  ]);
  return ids.flatMap((id) => {
    const client = clients.get(id);
    if (!client) return [];
    const own = pets.filter((p) => p.client_id === id);
    const hits = own.map((p) =>
      petHit({ id: p.id, name: p.pet_name, type: p.pet_type, breed: p.breed, gone: p.life_status === 2, picture: p.avatar_path }),
    );
    return [{ client: toWire(client, ctx), overview: overviewToWire(overviews.get(id), ctx), pets: hits }];
  });
}

export const clientListRpc = implement(ClientListService, {
  async listClients(req, ctx) {
    const page = pageOf(req, { standard: 20, most: 500 });
    const [asked, order] = [askedOf(ctx, req), orderOf(req.sort)];
    const [value = "", id = "0"] = page.after ?? [];
    const keyed = isKeyed(order.property);
    const offset = page.after && !keyed ? Number(value) || 0 : page.offset;
    const slice = { offset, limit: page.size + 1, after: page.after && keyed ? { value, id } : null };
    const [places, total] = await Promise.all([
      query(ctx, (db) => (keyed ? pageByKey(db, asked, order, slice) : pageByFact(db, asked, order, slice))),
      query(ctx, (db) => countClients(db, asked)),
    ]);
    const { rows, nextPageToken } = cut(places, page.size, (place) => (keyed ? [place.value, place.id] : [offset + page.size]));
    return {
      rows: await rowsOf(
        ctx,
        rows.map((place) => place.id),
      ),
      nextPageToken,
      total,
    };
  },

  async countClients(req, ctx) {
    return { total: await query(ctx, (db) => countClients(db, askedOf(ctx, req))) };
  },

  async setClientsInactive(req, ctx) {
    return await command(ctx, async (tx) => ({
      changed: await setInactive(tx, await selected(tx, req.selection!), req.inactive === true),
    }));
  },

  async tagClients(req, ctx) {
    return await command(ctx, async (tx) => ({
      changed: await tagClients(tx, await selected(tx, req.selection!), req.addTagIds, req.removeTagIds),
    }));
  },

  async deleteClients(req, ctx) {
    return await command(ctx, async (tx) => {
      const { deleted, kept, deletedAt } = await removeClients(tx, await selected(tx, req.selection!));
      return { deleted, kept, deletedAt: toTimestamp(deletedAt) };
    });
  },
});
