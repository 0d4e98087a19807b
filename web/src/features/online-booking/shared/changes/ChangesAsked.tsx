import { useQuery } from "@connectrpc/connect-query";
import { ChangeRequestService } from "@leashline/proto/leashline/online_booking/v1/change_request_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../../app/session/session.ts";
import { ChangeCard } from "./ChangeCard.tsx";

/** Changes of appointments that clients ask for and nobody has answered; nothing where none waits. `beside`: among the cards of a day. */
export const ChangesAsked = ({ beside = false }: { beside?: boolean }) => {
  const { data } = useQuery(ChangeRequestService.method.listChangeRequests, {}, { enabled: useCan("viewBookingRequests") });
  const asked = data?.changeRequests ?? [];
  if (asked.length === 0) return null;
  return (
    <Box
      component="section"
      aria-labelledby="changes-asked"
      sx={beside ? { px: { xs: 1.5, md: 2.5 }, pt: 1.5, maxWidth: 1100, mx: "auto" } : { mb: 2 }}
    >
      <Typography id="changes-asked" variant="subtitle1" component="h2" sx={{ mb: 1 }}>
        Changes clients ask for
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1.25 }}>
        {asked.map((one) => (
          <ChangeCard key={one.appointmentId} asked={one} />
        ))}
      </Box>
    </Box>
  );
};
