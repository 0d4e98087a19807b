import { implement, todayIn } from "@leashline/kit";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { reach } from "../clients/visibility.store.ts";
import { mayContact, reachesAll } from "../clients/visibility.ts";
import { termsOf } from "../clients/words.ts";
import { query } from "../db.ts";
import { toClientHit } from "./search.mapper.ts";
import { searchClients } from "./search.store.ts";

export const searchRpc = implement(SearchService, {
  async searchClients(req, ctx) {
    const search = {
      terms: termsOf(req.keyword),
      reach: reachesAll(ctx) ? null : reach(ctx),
      contact: mayContact(ctx),
      limit: req.pageSize || 20,
      businessId: ctx.businessId,
      today: todayIn(ctx.caller.zone),
    };
    const exact = await query(ctx, (db) => searchClients(db, search));
    const hits = exact.length > 0 ? exact : await query(ctx, (db) => searchClients(db, { ...search, nearly: true }));
    return { clients: hits.map((hit) => toClientHit(hit, ctx)), nearly: hits.length > 0 && exact.length === 0 };
  },
});
