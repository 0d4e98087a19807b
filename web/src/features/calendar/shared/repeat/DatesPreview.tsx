import { useQuery } from "@connectrpc/connect-query";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { type SeriesDate, SeriesDateOutcome } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { fieldErrors } from "../../../../ui/feedback/call-errors.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { whose } from "../conflicts/clash.ts";
import type { Dates } from "./dates.ts";

const BLOCKED = "conflict with blocked time";
const words: Record<string, string> = {
  "not working at this time": "Not working",
  "conflict with existing booking": "Taken",
  [BLOCKED]: "Blocked",
};

type Props = {
  dates: Dates;
  /** What becomes of those with something in the way. */
  note: string;
  /** They are taken all the same. */
  over?: boolean;
  /** Some are there already: what is new, and what is canceled, says so. */
  changing?: boolean;
};

/** Each date of a rule before anything happens; one with something in the way says why. */
export const DatesPreview = ({ dates: { all, taken, loading, error, again }, note, over = false, changing = false }: Props) => {
  const format = useFormat();
  const takers = useTakers(taken);
  if (error) return <Refused error={error} again={again} />;
  if (all.length === 0) return null;
  return (
    <Box aria-busy={loading} sx={{ display: "grid", gap: 1, opacity: loading ? 0.6 : 1 }}>
      {taken.length > 0 && <Alert severity="warning">{note}</Alert>}
      <Box component="ul" aria-label="Dates" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 0.25 }}>
        {all.map((one) => (
          <Box component="li" key={JSON.stringify(one.date)} sx={{ display: "flex", alignItems: "center", gap: 1, minHeight: 32 }}>
            <Typography
              sx={{ flex: 1, ...((isGone(one) || (one.conflict && !over)) && { color: "text.secondary", textDecoration: "line-through" }) }}
            >
              {format.shortDay(one.date)}, {one.date?.year}
            </Typography>
            <Typography variant="body2" color="textSecondary" noWrap>
              {one.conflict === BLOCKED ? one.note : takers.get(one.conflictAppointmentId)}
            </Typography>
            {isGone(one) && <StatusChip tone="bad">Canceled</StatusChip>}
            {changing && !one.conflict && one.outcome === SeriesDateOutcome.UNSPECIFIED && <StatusChip tone="ok">New</StatusChip>}
            {(one.conflict || one.note) && (
              <StatusChip tone="warn">{(one.conflict !== BLOCKED && one.note) || (words[one.conflict] ?? one.conflict)}</StatusChip>
            )}
          </Box>
        ))}
      </Box>
    </Box>
  );
};

const isGone = ({ outcome }: SeriesDate): boolean => outcome === SeriesDateOutcome.CANCELLED;

/** Whose appointment stands in the way on each date, by its id. */
const useTakers = (taken: Dates["taken"]): ReadonlyMap<string, string> => {
  const ids = [...new Set(taken.map(({ conflictAppointmentId }) => conflictAppointmentId))].filter((id) => id !== "0");
  const asked = { enabled: ids.length > 0, meta: { quiet: true } };
  const { data } = useQuery(AppointmentService.method.batchGetAppointments, { ids }, asked);
  return new Map((data?.appointments ?? []).map((one) => [one.id, whose(one)]));
};

/** What is wrong with the rule; anything else may be gone when it is asked once more. */
const Refused = ({ error, again }: { error: unknown; again: () => void }) => {
  const reason = Object.values(fieldErrors(error))[0];
  if (reason) return <Alert severity="error">This rule {reason}.</Alert>;
  return <ErrorState compact error={error} onRetry={again} />;
};
