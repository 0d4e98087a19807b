import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, displayPhone } from "@leashline/kit";
import type { ClientHitSchema, PetHitSchema } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { mayContact } from "../clients/visibility.ts";
import type { Hit } from "./search.store.ts";

const matched: Record<number, string> = { 1: "name", 2: "pet", 3: "phone", 4: "email" };

export const toPetHit = (p: Hit["pets"][number]): MessageInitShape<typeof PetHitSchema> => ({
  petId: p.id,
  petName: p.name,
  petType: p.type,
  breed: p.breed,
  passedAway: p.gone,
  avatarPath: p.picture,
});

export function toClientHit(hit: Hit, ctx: Ctx): MessageInitShape<typeof ClientHitSchema> {
  const open = mayContact(ctx);
  return {
    customerId: hit.id,
    firstName: hit.firstName,
    lastName: hit.lastName,
    phoneNumber: open ? hit.phoneNumber : "",
    phoneDisplay: open ? displayPhone(hit.phoneNumber, ctx.caller.country) : "",
    email: open ? hit.email : "",
    clientColor: hit.clientColor,
    inactive: hit.inactive,
    type: hit.type,
    pets: hit.pets.map(toPetHit),
    matched: matched[hit.kind] ?? "",
  };
}
