import { useQuery } from "@connectrpc/connect-query";
import { type PetStay, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import Alert from "@mui/material/Alert";
import { dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useServices } from "../../../offering/shared/useServices.ts";
import { usePets } from "../../shared/client-link/usePets.ts";
import { BOARDING, DAYCARE } from "../../shared/stay/refusal-text.ts";
import type { Draft } from "../fields/useBooking.ts";

type Pet = { petId: string; petName: string };
type Props = { pets: readonly Pet[]; petIds: readonly string[]; from: string; to: string };

/** Says that a pet is in boarding or daycare on one of these days already. It may be meant: nothing is refused. */
export const ElsewhereNotes = ({ pets, petIds, from, to }: Props) => {
  const format = useFormat();
  const [startDate, endDate] = [isoToDay(from), isoToDay(to)];
  const asked = { petIds: [...petIds], ...(startDate && { startDate }), ...(endDate && { endDate }) };
  const { data } = useQuery(StayService.method.findPetStays, asked, {
    retry: false,
    meta: { quiet: true },
    enabled: petIds.length > 0 && startDate !== undefined && endDate !== undefined && from <= to,
  });
  const daysOf = ({ startDate: first, endDate: last }: PetStay): string => {
    const [begins, ends] = [first, last].map((day) => (isDay(day) ? dayToIso(day) : ""));
    return begins === ends ? `on ${format.shortDay(begins)}` : `from ${format.shortDay(begins)} to ${format.shortDay(ends)}`;
  };
  return data?.stays.map((stay) => (
    <Alert key={`${stay.petId} ${stay.appointmentId} ${stay.careType}`} severity="warning">
      {pets.find((pet) => pet.petId === stay.petId)?.petName ?? "This pet"} is already booked for{" "}
      {stay.careType === BOARDING ? "boarding" : "daycare"} {daysOf(stay)}.
    </Alert>
  ));
};

/** The same for the daycare of a booking in the making. */
export const DaycareElsewhere = ({ draft: { plan, client } }: { draft: Draft }) => {
  const services = useServices().data?.services ?? [];
  const pets = usePets(client?.customerId).data?.pets ?? [];
  const daycare = new Set(services.filter(({ careType }) => careType === DAYCARE).map(({ id }) => id));
  const petIds = [...new Set(plan.lines.filter(({ serviceId }) => daycare.has(serviceId)).map(({ petId }) => petId))];
  return <ElsewhereNotes pets={pets} petIds={petIds} from={plan.date} to={plan.date} />;
};
