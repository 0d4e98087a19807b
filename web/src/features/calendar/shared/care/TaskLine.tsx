import { CareOutcome } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { AssignTask } from "./assign/AssignTask.tsx";
import type { Assign } from "./assign/useAssign.ts";
import { isAhead, isService, outcomeWords, type Tickable, timeText, titleOf, told } from "./care-text.ts";
import { AskWhy } from "./why/AskWhy.tsx";

export type Tick = (task: Tickable, outcome: CareOutcome, note?: string) => void;
/** What was ticked here and the server has not heard yet: when, and why not. */
export type Waits = { at: string; note: string };
type Props = {
  task: Tickable;
  where?: string;
  onTick: Tick;
  pending?: boolean;
  waits?: Waits | undefined;
  /** How it becomes somebody's; undefined where that is only told. */
  assign?: Assign | undefined;
};

/** Who noted what, newest first; more than one where several people were at it. */
const Entries = ({ events }: Pick<Tickable, "events">) => {
  const format = useFormat();
  return told(events)
    .filter((one, at) => at === 0 || one.outcome !== CareOutcome.TAKEN_BACK)
    .map(({ careEventId, outcome, staffName, createTime, note }) => (
      <Typography key={careEventId} variant="body2" color="textSecondary">
        {outcomeWords[outcome]} by {staffName}, {format.agoWithin(createTime)}
        {note && ` · ${note}`}
      </Typography>
    ));
};

/** One thing to give, who gave it, and the buttons to say so. */
export const TaskLine = ({ task, where = "", onTick, pending = false, waits, assign }: Props) => {
  const format = useFormat();
  const { outcome, events, missed, twice } = task;
  const [asking, setAsking] = useState(false);
  /** What was typed by then is no reason for anything any more. */
  const undone = useRef(false);
  const ask = () => {
    undone.current = false;
    setAsking(true);
  };
  const title = titleOf(task);
  if (!title) return null;
  const time = timeText(task, format.minutes);
  const more = isService(task) ? [where] : [where, task.schedule?.instructions];
  const about = [`${format.shortDay(task.date)}, ${time}`, ...more].filter(Boolean).join(" · ");
  const open = outcome === CareOutcome.UNSPECIFIED;
  const notGiven = outcome === CareOutcome.NOT_GIVEN;
  const why = waits ? waits.note : events[0]?.note;
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
        <AssignTask task={task} assign={assign} />
        {!open && !waits && <Entries events={events} />}
        {waits && (
          <Typography variant="body2" color="textSecondary">
            {open ? "Undone" : outcomeWords[outcome]} at {waits.at}, waiting to be sent{waits.note && ` · ${waits.note}`}
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
      {open && isAhead(task, format.now()) ? (
        <Typography variant="body2" color="textSecondary">
          Can be noted on {format.shortDay(task.date)}
        </Typography>
      ) : open ? (
        <Box sx={{ display: "flex", gap: 1 }}>
          <Button variant="outlined" disabled={pending} aria-label={`Given: ${label}`} onClick={() => onTick(task, CareOutcome.GIVEN)}>
            Given
          </Button>
          <Button
            disabled={pending}
            aria-label={`Not given: ${label}`}
            onClick={() => {
              onTick(task, CareOutcome.NOT_GIVEN);
              ask();
            }}
          >
            Not given
          </Button>
        </Box>
      ) : (
        <Box sx={{ display: "flex", gap: 1 }}>
          {notGiven && !why && !asking && (
            <Button aria-label={`Say why: ${label}`} onClick={ask}>
              Say why
            </Button>
          )}
          <Button
            disabled={pending}
            aria-label={`Undo: ${label}`}
            onClick={() => {
              onTick(task, CareOutcome.TAKEN_BACK);
              undone.current = true;
              setAsking(false);
            }}
          >
            Undo
          </Button>
        </Box>
      )}
      {notGiven && asking && (
        <AskWhy
          about={label}
          onSay={(reason) => {
            if (undone.current) return;
            setAsking(false);
            onTick(task, CareOutcome.NOT_GIVEN, reason);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Box>
  );
};
