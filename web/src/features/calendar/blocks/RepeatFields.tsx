import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { DatesPreview } from "../shared/repeat/DatesPreview.tsx";
import { RuleFields } from "../shared/repeat/RuleFields.tsx";
import type { BlockRepeat } from "./useBlockRepeat.ts";

type Props = { repeat: BlockRepeat; date: string /** It is part of a series already. */; repeats: boolean };

/** Whether a block repeats and how, with every date and what stands in its way before anything is blocked. */
export const RepeatFields = ({ repeat, date, repeats }: Props) => {
  const { on, setOn, over, setOver, mayOverbook, control, draft, dates } = repeat;
  if (repeats) return <Typography color="textSecondary">Part of a series. A change asks which of its blocks are meant.</Typography>;
  return (
    <>
      <FormControlLabel control={<Switch checked={on} onChange={(_, checked) => setOn(checked)} />} label="Repeat" />
      {on && (
        <>
          <RuleFields control={control} draft={draft} date={date} what="dates" />
          {dates.taken.length > 0 && mayOverbook && (
            <FormControlLabel
              control={<Switch checked={over} onChange={(_, checked) => setOver(checked)} />}
              label="Block these dates too; what is booked stays"
            />
          )}
          <DatesPreview dates={dates} over={over} note={noteOf(dates.taken.length, over)} />
        </>
      )}
    </>
  );
};

const noteOf = (count: number, over: boolean): string => {
  const dates = count === 1 ? "On one date" : `On ${count} dates`;
  return `${dates} something is in the way. ${over ? "It stays, and the rest of the time is blocked." : "The others are blocked."}`;
};
