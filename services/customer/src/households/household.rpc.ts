import type { Impl } from "@leashline/kit";
import { named } from "@leashline/kit";
import { ClientInputSchema } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetInputSchema } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { readInput, toClient } from "../clients/client.mapper.ts";
import { command } from "../db.ts";
import { readInput as readPet } from "../pets/pet.mapper.ts";
import { toPets } from "../pets/pet.read.ts";
import { detailOf } from "./client-detail.ts";
import { createHousehold } from "./new-household.ts";
import { upsertClient } from "./upsert-client.ts";

export const householdHandlers = {
  async createClientWithPets(req, ctx) {
    const input = req.client!;
    const patch = readInput(input, named(ClientInputSchema, input, undefined), ctx.caller.country);
    const columns = req.pets.map((pet) => readPet(pet, named(PetInputSchema, pet, undefined)));
    return await command(ctx, async (tx) => {
      const { client, pets } = await createHousehold(tx, req, patch, columns);
      return { client: toClient(client, ctx), pets: await toPets(ctx, tx.db, pets) };
    });
  },

  async getClientDetail(req, ctx) {
    return await detailOf(ctx, req.customerId, req.includeDeleted);
  },

  async upsertClientWithPets(req, ctx) {
    return await command(ctx, async (tx) => {
      const { client, pets, created } = await upsertClient(tx, req);
      return { client: toClient(client, ctx), pets: await toPets(ctx, tx.db, pets), clientCreated: created };
    });
  },
} satisfies Partial<Impl<typeof ClientService>>;
