import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Button from "@mui/material/Button";
import { isoToDay, nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useSold } from "../../../offering/shared/useServices.ts";
import { usePets } from "../../shared/client-link/usePets.ts";
import type { CalendarStaff } from "../../shared/types.ts";
import { lastOf, sameAs } from "../fields/last.ts";
import type { Draft } from "../fields/useBooking.ts";

/** Fills in what the client had last: one press for those who always come for the same. */
export const SameAsLast = ({ draft, staff }: { draft: Draft; staff: readonly CalendarStaff[] }) => {
  const { client, set } = draft;
  const format = useFormat();
  const { zone } = usePreferences();
  const customerId = client?.customerId ?? "0";
  const until = isoToDay(nowIn(zone).date);
  const past = useQuery(
    AppointmentService.method.listCustomerAppointments,
    { customerId, endDate: until, pageSize: 10 },
    { enabled: client !== undefined, meta: { quiet: true } },
  );
  const [services, pets] = [useSold(), usePets(client?.customerId)];
  const last = lastOf(past.data?.appointments ?? []);
  if (!last || !services.data || !pets.data) return null;
  const same = sameAs(last, { services: services.data.services, pets: pets.data.pets, staff });
  if (same.lines.length === 0) return null;
  const names = [...new Set(last.petServiceList.map((line) => line.serviceName))].join(", ");
  return (
    <Button variant="outlined" onClick={() => set(same)} sx={{ justifyContent: "flex-start", textAlign: "left", whiteSpace: "normal" }}>
      Same as last time: {names}, {format.day(last.appointmentDate)}
    </Button>
  );
};
