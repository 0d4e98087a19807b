import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { isMoved, type Wish } from "../shared/several/wish.ts";

type Props = {
  stops: readonly Wish[];
  kept: readonly string[];
  busy: boolean;
  onKeep: (appointmentId: string, keep: boolean) => void;
};

/** The stops in their new order, each with the time it has and the time it would have. One that must not move keeps its time, and the rest is planned anew. */
export const PlannedStops = ({ stops, kept, busy, onKeep }: Props) => {
  const format = useFormat();
  return (
    <Box
      component="ol"
      aria-label="Stops in their new order"
      aria-busy={busy}
      sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr)" }}
    >
      {stops.map((stop, n) => (
        <Box
          component="li"
          key={stop.id}
          sx={{ display: "flex", alignItems: "center", gap: 1.25, border: 1, borderColor: "line", borderRadius: 1.25, p: 1.25 }}
        >
          <Typography variant="subtitle1" sx={{ width: 24, flex: "none", textAlign: "center" }}>
            {n + 1}
          </Typography>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="subtitle2" noWrap>
              {[stop.title, stop.pets].filter(Boolean).join(" · ")}
            </Typography>
            <Typography variant="body2" color={isMoved(stop) ? "textPrimary" : "textSecondary"}>
              {isMoved(stop)
                ? `${format.minutes(stop.from.startTime)} → ${format.minutes(stop.to.startTime)}`
                : `Stays at ${format.minutes(stop.from.startTime)}`}
            </Typography>
          </Box>
          <FormControlLabel
            label="Keep time"
            control={
              <Checkbox
                checked={kept.includes(stop.id)}
                onChange={(_, keep) => onKeep(stop.id, keep)}
                slotProps={{ input: { "aria-label": `Keep the time of ${stop.title}` } }}
              />
            }
            sx={{ flex: "none", mr: 0 }}
          />
        </Box>
      ))}
    </Box>
  );
};
