import { useQuery } from "@connectrpc/connect-query";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";

/** The pets of a client, once one is chosen. */
export const usePets = (customerId: string | undefined) =>
  useQuery(PetService.method.listPets, { customerId: customerId ?? "0" }, { enabled: customerId !== undefined });
