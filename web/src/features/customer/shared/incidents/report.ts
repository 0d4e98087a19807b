import { pathTo } from "../../../../app/routes/paths.ts";

/** Where a report of what happened in an appointment to its pets, or to some of them, is begun. */
export const reportOf = (appointmentId: string, of: readonly { petId: string }[]): string => {
  const petId = [...new Set(of.map((one) => one.petId))].join(",");
  return pathTo("/client/incidents", {}, { appointmentId, petId, report: "new" });
};
