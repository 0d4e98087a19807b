import { pathTo } from "../../../app/routes/paths.ts";

/** Where a report of what happened in an appointment to some of its pets is begun. */
export const reportOf = (appointmentId: string, petIds: readonly string[]): string =>
  pathTo("/client/incidents", {}, { appointmentId, petId: petIds.join(","), report: "new" });
