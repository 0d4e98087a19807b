import { CareOutcome } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { isService, outcomeWords, type Tickable, timeText, titleOf } from "./care-text.ts";

export type Tick = (task: Tickable, outcome: CareOutcome) => void;
type Props = {
  task: Tickable;
  where?: string;
  onTick: Tick;
  pending?: boolean;
  /** When it was ticked here, for what the server has not heard yet. */
  waitingSince?: string | undefined;
};

/** Who noted what, newest first; more than one where several people were at it. */
const Entries = ({ events }: Pick<Tickable, "events">) => {
  const format = useFormat();
  return events
    .filter((one, at) => at === 0 || one.outcome !== CareOutcome.TAKEN_BACK)
    .map(({ careEventId, outcome, staffName, createTime, note }) => (
      <Typography key={careEventId} variant="body2" color="textSecondary">
        {outcomeWords[outcome]} by {staffName}, {format.agoWithin(createTime)}
        {note && ` · ${note}`}
      </Typography>
    ));
};

/** One thing to give, who gave it, and the buttons to say so. */
export const TaskLine = ({ task, where = "", onTick, pending = false, waitingSince }: Props) => {
  const format = useFormat();
  const { outcome, events, missed, twice } = task;
  const title = titleOf(task);
  if (!title) return null;
  const time = timeText(task, format.minutes);
  const more = isService(task) ? [task.staffName, where] : [where, task.schedule?.instructions];
  const about = [`${format.shortDay(task.date)}, ${time}`, ...more].filter(Boolean).join(" · ");
  const open = outcome === CareOutcome.UNSPECIFIED;
  const label = `${title}, ${time}`;
  return (
    <Box
      component="li"
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, py: 1, borderBottom: 1, borderColor: "line" }}
    >
      <Box sx={{ flex: { xs: "1 0 100%", sm: 1 }, minWidth: 0 }}>
        <Typography variant="subtitle2">{title}</Typography>
        <Typography variant="body2" color="textSecondary">
          {about}
        </Typography>
        {!open && !waitingSince && <Entries events={events} />}
        {waitingSince && (
          <Typography variant="body2" color="textSecondary">
            {open ? "Undone" : outcomeWords[outcome]} at {waitingSince}, waiting to be sent
          </Typography>
        )}
      </Box>
      {missed && <StatusChip tone="bad">Missed</StatusChip>}
      {twice && (
        <StatusChip tone="warn">
          Given twice:{" "}
          {events
            .filter((one) => one.outcome === CareOutcome.GIVEN)
            .map((one) => one.staffName)
            .join(", ")}
        </StatusChip>
      )}
      {open ? (
        <Box sx={{ display: "flex", gap: 1 }}>
          <Button variant="outlined" disabled={pending} aria-label={`Given: ${label}`} onClick={() => onTick(task, CareOutcome.GIVEN)}>
            Given
          </Button>
          <Button disabled={pending} aria-label={`Not given: ${label}`} onClick={() => onTick(task, CareOutcome.NOT_GIVEN)}>
            Not given
          </Button>
        </Box>
      ) : (
        <Button disabled={pending} aria-label={`Undo: ${label}`} onClick={() => onTick(task, CareOutcome.TAKEN_BACK)}>
          Undo
        </Button>
      )}
    </Box>
  );
};
