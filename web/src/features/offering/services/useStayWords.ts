import { useQuery } from "@connectrpc/connect-query";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";

const BY_DAY =
  "Daycare takes places of the day, set up under Daycare. You book it like an appointment. Clients can book days on your booking page once you offer daycare there.";
const BY_NIGHT =
  "Boarding is booked on the lodging calendar, into the rooms you set up under Lodging. Clients can book nights on your booking page once you offer boarding there.";
const FIRST_ROOMS = "First set up the rooms that pets stay in, then what a night costs.";

/** What is said of services that are sold by the stay, and what stands in the way of a first one. */
export const useStayWords = (careType: string): { note?: string; hint?: string; roomless: boolean } => {
  const boarding = careType === "BOARDING";
  const units = useQuery(LodgingService.method.listLodgingUnits, {}, { enabled: boarding });
  const roomless = boarding && units.data?.lodgingUnits.length === 0;
  if (careType === "DAYCARE") return { note: BY_DAY, roomless };
  return { ...(boarding && { note: BY_NIGHT }), ...(roomless && { hint: FIRST_ROOMS }), roomless };
};
