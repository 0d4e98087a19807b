import type { TimeConflict } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useStaffNames } from "../useCalendar.ts";
import { shownOf } from "./nearest-first.ts";

export type Picked = { staffId: string; date: string; startTime: number };
type Props = {
  conflict: TimeConflict | undefined;
  disabled?: boolean;
  /** Stands among other things: fewer, and without the name of the person who was asked for. */
  brief?: boolean;
  onPick: (picked: Picked) => void;
};
const BRIEF = 3;

/** What a refusal names instead, to be taken with one press. */
export const FreeTimes = ({ conflict, disabled = false, brief = false, onPick }: Props) => {
  const format = useFormat();
  const names = useStaffNames();
  const free = shownOf(conflict?.nextFree ?? [], conflict?.startTime ?? 0, brief ? BRIEF : undefined);
  const nameOf = (staffId: string) => (brief && staffId === conflict?.staffId ? undefined : names.get(staffId));
  if (free.length === 0) return null;
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Next free times
      </Typography>
      <Stack direction="row" sx={{ flexWrap: "wrap", gap: 1 }}>
        {free.map(({ staffId, date, startTime }) => (
          <Button
            key={`${staffId}-${date}-${startTime}`}
            variant="outlined"
            disabled={disabled}
            sx={{ whiteSpace: "normal", textAlign: "left", minWidth: 0 }}
            onClick={() => onPick({ staffId, date, startTime })}
          >
            {format.shortDay(date)} · {format.minutes(startTime)}
            {nameOf(staffId) ? ` · ${nameOf(staffId)}` : ""}
          </Button>
        ))}
      </Stack>
    </>
  );
};
