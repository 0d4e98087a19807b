import type { DayService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { whereText } from "./care-text.ts";
import { TaskLine, type Tick, type Waits } from "./TaskLine.tsx";

type Props = { services: readonly DayService[]; onTick: Tick; waits: (one: DayService) => Waits | undefined };

/** What pets that stay get on the day besides, ticked as what they are given: a bath before they go home. */
export const DayServices = ({ services, onTick, waits }: Props) => {
  if (services.length === 0) return null;
  return (
    <Box component="section" aria-label="Services" sx={{ mt: 2 }}>
      <Typography variant="h3" component="h2">
        Services
      </Typography>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {services.map((one) => (
          <TaskLine key={one.petDetailId} task={one} onTick={onTick} waits={waits(one)} where={whereText(one)} />
        ))}
      </Box>
    </Box>
  );
};
