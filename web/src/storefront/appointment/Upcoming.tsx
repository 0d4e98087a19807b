import { useQuery } from "@connectrpc/connect-query";
import { AppointmentLinkService } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { Link } from "react-router";
import { pathTo } from "../../app/routes/paths.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { Facts } from "./Facts.tsx";
import type { Business } from "./page.ts";

/** All that lies ahead of a client, each a tap away. */
export const Upcoming = ({ token, business }: { token: string; business: Business }) => {
  const { data, error, refetch } = useQuery(AppointmentLinkService.method.getUpcomingAppointments, { token }, { meta: { quiet: true } });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={160} />;
  if (data.appointments.length === 0)
    return <EmptyState icon="calendar" title="Nothing is booked" text={`You have no upcoming appointments at ${business.businessName}.`} />;
  return (
    <>
      <Typography variant="display" component="h2" sx={{ fontSize: "1.5rem" }}>
        Your upcoming appointments
      </Typography>
      {data.appointments.map((one) => (
        <Box
          key={one.token}
          component={Link}
          to={pathTo("/a/:token", { token: one.token })}
          sx={{ color: "inherit", textDecoration: "none", borderRadius: 1.75 }}
        >
          <Facts business={business} appointment={one} />
        </Box>
      ))}
    </>
  );
};
