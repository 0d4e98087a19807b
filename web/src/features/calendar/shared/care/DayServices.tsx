import type { DayService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";

/** What pets that stay get on the day besides: a bath before they go home. */
export const DayServices = ({ services }: { services: readonly DayService[] }) => {
  const format = useFormat();
  if (services.length === 0) return null;
  return (
    <Box component="section" aria-label="Services" sx={{ mt: 2 }}>
      <Typography variant="h3" component="h2">
        Services
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {services.map(({ petDetailId, petName, serviceName, staffName, time, customerLastName, lodgingUnitName, checkedIn }) => (
          <Box component="li" key={petDetailId} sx={{ py: 1, borderBottom: 1, borderColor: "line" }}>
            <Typography variant="subtitle2">
              {petName}: {serviceName}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {[
                time > 0 ? format.minutes(time) : "Any time",
                staffName,
                customerLastName,
                lodgingUnitName,
                checkedIn ? "" : "not checked in",
              ]
                .filter(Boolean)
                .join(" · ")}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
};
