import { createRouterTransport } from "@connectrpc/connect";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { expect, test } from "vitest";
import { loadPets } from "./pets-by-id.ts";

test("pet-load-chunks: details of 25000 pets come in three loads, and of each pet once", async () => {
  const loads: number[] = [];
  const transport = createRouterTransport(({ service }) => {
    service(PetService, {
      batchGetPets: ({ petIds }) => {
        loads.push(petIds.length);
        return { pets: petIds.map((petId) => ({ petId, vaccineTag: "expired" })) };
      },
    });
  });
  const ids = Array.from({ length: 25_000 }, (_, nth) => String(nth + 1));
  const pets = await loadPets(transport, ids);
  expect(loads).toEqual([10_000, 10_000, 5_000]);
  expect(pets.map(({ petId }) => petId)).toEqual(ids);
});
