import { IncidentService } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { isoToDay } from "../../../ui/format/dates.ts";
import { saveCsv } from "../../../ui/save-csv.ts";

export const start = { q: "", type: "", from: "", to: "", customerId: "", petId: "", appointmentId: "", page: "1" };
export type State = typeof start;
const incidents = clientFor(IncidentService);

/** What of the address narrows the list; several pets are only what a new report begins with. */
export const filterOf = ({ q, type, from, to, customerId, petId, appointmentId }: State) => {
  const [startDate, endDate] = [isoToDay(from), isoToDay(to)];
  return {
    keyword: q,
    incidentTypeId: type || "0",
    customerId: customerId || "0",
    petId: petId.split(",").length === 1 ? petId || "0" : "0",
    appointmentId: appointmentId || "0",
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
};

/** The list as a file. */
export const download = (filter: ReturnType<typeof filterOf>): Promise<void> => saveCsv(incidents.exportIncidents({ filter }));
