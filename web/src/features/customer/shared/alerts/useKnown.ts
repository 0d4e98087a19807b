import { useQuery } from "@connectrpc/connect-query";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import type { Known } from "./alerts.ts";
import { usePetsById } from "./pets-by-id.ts";
import { useRequiredSigns } from "./useRequiredSign.ts";

type Appointment = { id: string; customerId: string; petServiceList: readonly { petId: string }[] };
const quiet = { meta: { quiet: true }, retry: false };

/** What warns about each of a day's appointments, in three calls for all of them. */
export const useKnown = (appointments: readonly Appointment[]): ((appointment: Appointment) => Omit<Known, "codes">) => {
  const customerIds = [...new Set(appointments.map(({ customerId }) => customerId))].filter((id) => id !== "0");
  const petIds = [...new Set(appointments.flatMap((one) => one.petServiceList.map(({ petId }) => petId)))];
  const clients = useQuery(
    ClientService.method.batchGetClients,
    { customerIds, allowMissing: true, withOverview: true },
    { ...quiet, enabled: customerIds.length > 0 },
  );
  const pets = usePetsById(petIds);
  const unsigned = useRequiredSigns(appointments.map(({ id }) => id));
  const overviews = new Map(clients.data?.clients.map(({ customerId }, at) => [customerId, clients.data?.overviews[at]]));
  const byPet = new Map(pets.data?.map((pet) => [pet.petId, pet]));
  return ({ id, customerId, petServiceList }) => {
    const overview = overviews.get(customerId);
    return {
      pets: [...new Set(petServiceList.map(({ petId }) => petId))].flatMap((petId) => byPet.get(petId) ?? []),
      requiredSign: unsigned?.appointments.has(id) ?? false,
      ...(overview && { overview }),
    };
  };
};
