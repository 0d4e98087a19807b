import type { Transport } from "@connectrpc/connect";
import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { useQuery } from "@tanstack/react-query";

/** Details of pets that one call brings (growth §9). */
export const CHUNK = 10_000;

/** Pets by id, with their warnings and vaccine tags, however many there are: so many to a call, one call after the other. */
export const loadPets = async (transport: Transport, petIds: readonly string[], signal?: AbortSignal): Promise<Pet[]> => {
  const found: Pet[] = [];
  for (let from = 0; from < petIds.length; from += CHUNK) {
    const request = { petIds: petIds.slice(from, from + CHUNK), allowMissing: true };
    const { pets } = await callUnaryMethod(transport, PetService.method.batchGetPets, request, { ...(signal && { signal }) });
    found.push(...pets);
  }
  return found;
};

/** The same, loaded again whenever something of clients or pets changes. */
export const usePetsById = (petIds: readonly string[]) => {
  const transport = useTransport();
  const queryKey = createConnectQueryKey({
    schema: PetService.method.batchGetPets,
    transport,
    input: { petIds: [...petIds], allowMissing: true },
    cardinality: "finite",
  });
  return useQuery({
    queryKey: [...queryKey, "chunks"],
    queryFn: ({ signal }) => loadPets(transport, petIds, signal),
    enabled: petIds.length > 0,
    meta: { quiet: true },
    retry: false,
  });
};
