import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useFormat } from "../../ui/format/useFormat.ts";
import type { Change } from "./kept-changes.ts";
import { takeBack } from "./recent.ts";
import { visitsOf, whoseOf } from "./whose.ts";

type ListProps = { at: HTMLElement; changes: readonly Change[]; onClose: () => void };

/** Their clients' names as they are now, of all with one call. */
const useVisits = (changes: readonly Change[]) => {
  const ids = [...new Set(changes.flatMap(visitsOf))].slice(0, 500);
  return (
    useQuery(AppointmentService.method.batchGetAppointments, { ids }, { enabled: ids.length > 0, placeholderData: keepPreviousData }).data
      ?.appointments ?? []
  );
};

const RecentList = ({ at, changes, onClose }: ListProps): ReactNode => {
  const format = useFormat();
  const visits = useVisits(changes);
  const about = (change: Change) => [whoseOf(visitsOf(change), visits), format.time(new Date(change.at))].filter(Boolean).join(" · ");
  return (
    <Popover
      open
      anchorEl={at}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{
        paper: {
          role: "dialog",
          "aria-label": "Recent changes",
          sx: { width: 380, maxWidth: "calc(100vw - 24px)", border: 1, borderColor: "line", borderRadius: "10px" },
        },
      }}
    >
      <Box sx={{ px: 2, pt: 1.5, pb: 1 }}>
        <Typography variant="subtitle2">Recent changes</Typography>
        <Typography variant="body2" color="textSecondary">
          Your changes of the last 10 minutes.
        </Typography>
      </Box>
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, pb: 0.5 }}>
        {changes.map((change) => (
          <Box
            component="li"
            key={change.key}
            sx={{ display: "flex", alignItems: "center", gap: 1, px: 2, py: 0.75, borderTop: 1, borderColor: "lineSoft" }}
          >
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
              <Typography>{change.text}</Typography>
              <Typography variant="body2" color="textSecondary">
                {about(change)}
              </Typography>
            </Box>
            <Button size="small" variant="outlined" aria-label={`Undo: ${change.text}`} onClick={() => void takeBack(change)}>
              Undo
            </Button>
          </Box>
        ))}
      </Box>
    </Popover>
  );
};

export default RecentList;
