import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { MonthFrame } from "../stay/MonthFrame.tsx";
import type { Shop } from "../types.ts";
import { DayButton } from "./DayButton.tsx";
import { canBeChosen, type DayPlace, everyWeek, toggled } from "./days.ts";

type Props = {
  shop: Shop;
  month: string;
  days: readonly string[];
  /** Undefined where the page takes no bookings. */
  placeOn: (day: string) => DayPlace | undefined;
  /** They wait: a full day can be chosen too. */
  waits: boolean;
  /** What is chosen, in words, or what to do. */
  text: string;
  onMonth: (month: string) => void;
  onChange: (days: readonly string[]) => void;
};

/** Days of a month to choose, and the same days of the weeks after. */
export const DayMonth = ({ shop, month, days, placeOn, waits, text, onMonth, onChange }: Props) => (
  <>
    <MonthFrame shop={shop} month={month} onMonth={onMonth}>
      {(day) => (
        <DayButton
          key={day}
          shop={shop}
          day={day}
          place={placeOn(day)}
          chosen={days.includes(day)}
          waits={waits}
          onPress={() => onChange(toggled(days, day))}
        />
      )}
    </MonthFrame>
    <Typography color="textSecondary" aria-live="polite">
      {text}
    </Typography>
    {days.length > 0 && (
      <Button
        onClick={() => onChange(everyWeek(days, (day) => canBeChosen(placeOn(day), waits)))}
        sx={{ justifySelf: "start", minHeight: 44 }}
      >
        Same days in the next 3 weeks
      </Button>
    )}
  </>
);
