import { useQuery } from "@connectrpc/connect-query";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import Typography from "@mui/material/Typography";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import { pathTo } from "../../../../app/routes/paths.ts";
import { TextLink } from "../../../../ui/links/Link.tsx";
import { useServices } from "../../../offering/shared/useServices.ts";
import { BOARDING } from "../../shared/stay/refusal-text.ts";

/** Leads to where stays are booked, where there is a room and a boarding service to book. */
export const BoardingInstead = ({ date, customerId }: { date: string; customerId: string | undefined }) => {
  const units = useQuery(LodgingService.method.listLodgingUnits, {}, { staleTime: LONG_STALE }).data?.lodgingUnits ?? [];
  const boarding = (useServices().data?.services ?? []).some((one) => one.careType === BOARDING);
  if (units.length === 0 || !boarding) return null;
  const asked = { book: "1", date, ...(customerId && { customerId }) };
  return (
    <Typography variant="body2" color="textSecondary">
      Do they stay overnight? <TextLink to={pathTo("/calendar/lodging", {}, asked)}>Book a boarding stay</TextLink>
    </Typography>
  );
};
