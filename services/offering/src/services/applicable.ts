import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Ctx } from "@leashline/kit";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import type { ApplicableServiceSchema, ListApplicableServicesRequest } from "@leashline/proto/leashline/offering/v1/catalog_requests_pb.js";
import { type PetTraits, whyNot } from "@leashline/proto/rules/pet-fit.ts";
import { query } from "../db.ts";
import { offeredAt } from "./availability.ts";
import { listServices } from "./service.store.ts";
import { at } from "./service.ts";
import { toWire } from "./service.wire.ts";

type Asked = PetTraits & { petId: string };

async function petsOf(ctx: Ctx, req: ListApplicableServicesRequest): Promise<Asked[]> {
  if (req.petIds.length === 0) return req.pets;
  const { pets } = await ctx.client(PetService).batchGetPets({ petIds: req.petIds });
  return [...pets, ...req.pets];
}

/** Each active service of the place that can be booked, with the pets that may not have it. */
export async function applicableServices(
  ctx: Ctx,
  req: ListApplicableServicesRequest,
): Promise<MessageInitShape<typeof ApplicableServiceSchema>[]> {
  const filter = { ...req, categoryId: "0", inactive: false, keyword: "" };
  const [pets, services] = await Promise.all([petsOf(ctx, req), query(ctx, (db) => listServices(db, filter))]);
  const answers = services
    .filter((service) => offeredAt(service.availability, req.businessId) && service.careType !== "BOARDING")
    .map((service) => {
      const refusals = pets.flatMap((pet, petIndex) => {
        const reason = whyNot(service.availability, pet);
        return reason ? [{ petId: pet.petId, petIndex, reason }] : [];
      });
      return { service: toWire(at(service, req.businessId)), applicable: refusals.length === 0, refusals };
    });
  return req.onlyApplicable ? answers.filter((a) => pets.length === 0 || a.refusals.length < pets.length) : answers;
}
