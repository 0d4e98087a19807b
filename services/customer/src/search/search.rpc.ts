import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, implement } from "@leashline/kit";
import { type ClientHitSchema, type PetHitSchema, SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { displayPhone } from "../clients/phone.ts";
import { mayContact, reach, reachesAll } from "../clients/visibility.ts";
import { query } from "../db.ts";
import { type Hit, searchClients } from "./search.store.ts";
import { termsOf } from "./words.ts";

const matched: Record<number, string> = { 1: "name", 2: "pet", 3: "phone", 4: "email" };

export const petHit = (p: Hit["pets"][number]): MessageInitShape<typeof PetHitSchema> => ({
  petId: p.id,
  petName: p.name,
  petType: p.type,
  breed: p.breed,
  passedAway: p.gone,
  avatarPath: p.picture,
});

function hitToWire(hit: Hit, ctx: Ctx): MessageInitShape<typeof ClientHitSchema> {
  const open = mayContact(ctx);
  return {
    customerId: hit.id,
    firstName: hit.first_name,
    lastName: hit.last_name,
    phoneNumber: open ? hit.phone_number : "",
    phoneDisplay: open ? displayPhone(hit.phone_number, ctx.caller.country) : "",
    email: open ? hit.email : "",
    clientColor: hit.client_color,
    inactive: hit.inactive,
    pets: hit.pets.map(petHit),
    matched: matched[hit.kind] ?? "",
  };
}

export const searchRpc = implement(SearchService, {
  async searchClients(req, ctx) {
    const search = {
      terms: termsOf(req.keyword),
      reach: reachesAll(ctx) ? null : reach(ctx),
      contact: mayContact(ctx),
      limit: req.pageSize || 20,
    };
    const hits = await query(ctx, (db) => searchClients(db, search));
    return { clients: hits.map((hit) => hitToWire(hit, ctx)) };
  },
});
