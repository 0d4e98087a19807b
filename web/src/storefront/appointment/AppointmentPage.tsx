import { useQuery } from "@connectrpc/connect-query";
import { AppointmentLinkService } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useParams } from "react-router";
import { errorCode, messageOf } from "../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { useTitle } from "../../ui/page/title.ts";
import { AppointmentCard } from "./AppointmentCard.tsx";
import { type Business, formatFor } from "./page.ts";
import { Upcoming } from "./Upcoming.tsx";

const NOT_AVAILABLE = 900010;

/** /a/{token}: what a client opens from a message: their appointment, or all of theirs that lie ahead. */
const AppointmentPage = () => {
  const { token = "" } = useParams();
  const { data, error, refetch } = useQuery(AppointmentLinkService.method.getLinkedAppointment, { token }, { meta: { quiet: true } });
  const business = data?.business;
  useTitle(business ? `Your appointment at ${business.businessName}` : "Your appointment");
  if (errorCode(error) === NOT_AVAILABLE)
    return <EmptyState icon="calendar" title="This link does not work any more" text={messageOf(error)} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Box sx={{ minHeight: "100dvh", bgcolor: "background.default", fontSize: { md: "1.1rem" } }}>
      <Head business={business} />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ outline: "none", maxWidth: 560, mx: "auto", p: 2.25, display: "grid", gap: 2 }}
      >
        {!data || !business ? (
          <Skeleton variant="rounded" height={240} aria-label="Loading" />
        ) : data.appointment ? (
          <AppointmentCard key={token} token={token} business={business} appointment={data.appointment} onChanged={() => void refetch()} />
        ) : (
          <Upcoming token={token} business={business} />
        )}
      </Box>
    </Box>
  );
};

const Head = ({ business }: { business: Business | undefined }) => (
  <Box component="header" sx={{ bgcolor: business?.themeColor || "primary.main", color: "primary.contrastText", px: 2.25, pt: 4, pb: 2 }}>
    <Box sx={{ maxWidth: 520, mx: "auto", minHeight: 52 }}>
      <Typography variant="display" component="h1">
        {business?.businessName ?? <Skeleton width="60%" />}
      </Typography>
      <Typography>{business?.address}</Typography>
      {business?.phoneNumber && (
        <Box component="a" href={`tel:${business.phoneNumber}`} sx={{ color: "inherit", display: "inline-block", py: 0.75 }}>
          {formatFor(business).phone(business.phoneNumber)}
        </Box>
      )}
    </Box>
  </Box>
);

export default AppointmentPage;
