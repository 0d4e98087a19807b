import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { isOfSame, type Tick } from "../../../../app/offline/tick.ts";
import { dropConflict, dropTick, sendAgain, useKeptTicks } from "../../../../app/offline/ticks.ts";
import { useInfo } from "../../../../app/session/session.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { notedText, placeOf, type Tickable, titleOf } from "./care-text.ts";

type Props = { tasks: readonly Tickable[]; savedAt: number | undefined };

/** What people must know of a sheet that was ticked without a network: how old it is, what was not taken, and where others were at it too. */
export const KeptNotices = ({ tasks, savedAt }: Props) => {
  const format = useFormat();
  const me = useInfo().account.id;
  const { ticks, conflicts } = useKeptTicks();
  const nameOf = (tick: Tick): string => {
    const task = tasks.map((one) => [placeOf(one), titleOf(one)] as const).find(([place]) => isOfSame(place, tick));
    return [task?.[1], format.shortDay(tick.date), tick.petDetailId ? "" : format.minutes(tick.time)].filter(Boolean).join(", ");
  };
  const mine = ticks.filter(({ accountId }) => accountId === me);
  const waiting = mine.filter(({ refused }) => !refused).length;
  const refused = mine.filter((one) => one.refused);
  return (
    <Box sx={{ display: "grid", gap: 1, maxWidth: 800, mt: savedAt || waiting || refused.length || conflicts.length ? 1.5 : 0 }}>
      {savedAt && (
        <Alert severity="info">
          No connection. This is the sheet as it was at {format.time(new Date(savedAt))}; go on ticking, nothing is lost.
        </Alert>
      )}
      {waiting > 0 && (
        <Alert severity="info">
          {waiting} {waiting === 1 ? "tick waits" : "ticks wait"} on this device and will be sent when the connection is back.
        </Alert>
      )}
      {refused.map((tick) => (
        <Alert
          key={tick.entryKey}
          severity="error"
          action={
            <>
              <Button color="inherit" onClick={() => void sendAgain(tick)}>
                Send again
              </Button>
              <Button color="inherit" onClick={() => void dropTick(tick)}>
                Remove
              </Button>
            </>
          }
        >
          “{notedText(tick)}” at {format.time(new Date(tick.tickedAt))} was not taken: {nameOf(tick)}. {tick.refused}
        </Alert>
      ))}
      {conflicts.map((conflict) => (
        <Alert
          key={conflict.tick.entryKey}
          severity="warning"
          action={
            <Button color="inherit" onClick={() => dropConflict(conflict)}>
              Got it
            </Button>
          }
        >
          {nameOf(conflict.tick)}: you noted “{notedText(conflict.tick)}” at {format.time(new Date(conflict.tick.tickedAt))},{" "}
          {conflict.others.map((one) => `${one.staffName} noted “${notedText(one)}” ${format.agoWithin(one.createTime)}`).join(", ")}. Both
          are kept; the later one counts.
        </Alert>
      ))}
    </Box>
  );
};
