import type { GetServiceUsesResponse } from "@leashline/proto/leashline/offering/v1/catalog_requests_pb.js";
import { listed, plural } from "../../../ui/format/text.ts";

type Uses = Pick<GetServiceUsesResponse, "upcomingAppointments" | "pricingRuleNames" | "addOnNames" | "askingServiceNames" | "bookOnline">;

/** What saving a change of a service touches, one line each; nothing where nobody is touched but the catalogue itself. */
export const touchedBy = ({ upcomingAppointments, pricingRuleNames, addOnNames, askingServiceNames, bookOnline }: Uses): string[] => {
  const lines = [
    upcomingAppointments > 0 &&
      `${plural(upcomingAppointments, "upcoming appointment")} ${upcomingAppointments === 1 ? "keeps the price and length it was" : "keep the price and length they were"} booked with.`,
    pricingRuleNames.length > 0 && `Pricing: ${listed(pricingRuleNames)} will apply to the new price.`,
    addOnNames.length > 0 && `Add-ons offered with it: ${listed(addOnNames)}.`,
    askingServiceNames.length > 0 && `Required by: ${listed(askingServiceNames)}.`,
  ].filter((line) => line !== false);
  return lines.length > 0 && bookOnline ? [...lines, "Your booking page shows the change right away."] : lines;
};
