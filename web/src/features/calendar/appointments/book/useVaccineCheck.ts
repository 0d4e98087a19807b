import { useQuery } from "@connectrpc/connect-query";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { usePets } from "../../shared/client-link/usePets.ts";
import type { Draft } from "../fields/useBooking.ts";
import { vaccineWarning } from "./vaccines.ts";

/** Asks before pets are booked whose vaccines expire by the visit; true when nothing is in the way or it is wanted all the same. */
export const useVaccineCheck = ({ client, plan }: Draft): (() => Promise<boolean>) => {
  const format = useFormat();
  const pets = usePets(client?.customerId);
  const petIds = [...new Set(plan.lines.map((line) => line.petId))];
  // Loaded while the visit is put together, so that nobody waits for it when booking.
  const load = useQuery(VaccineService.method.listPetVaccines, { petIds }, { enabled: petIds.length > 0 });
  return async () => {
    const known = load.data ?? (await load.refetch({ throwOnError: true, cancelRefetch: false })).data;
    const names = new Map(pets.data?.pets.map((pet) => [pet.petId, pet.petName]));
    const body = vaccineWarning(known?.petVaccines ?? [], plan.date, (petId) => names.get(petId) ?? "", format.day);
    return body === undefined || confirm({ title: "A vaccine expires by this appointment", body, action: "Book anyway" });
  };
};
