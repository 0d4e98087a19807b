import ButtonBase from "@mui/material/ButtonBase";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { MonthFrame } from "./MonthFrame.tsx";
import { asIfFree, mayArrive, mayLeave, type Nights, type Range } from "./month.ts";
import { firstArrival } from "./stay-values.ts";

type Props = {
  shop: Shop;
  month: string;
  nights: Nights;
  range: Range;
  limits: { min: number; max: number };
  /** They wait: full nights can be chosen too. */
  waits: boolean;
  onMonth: (month: string) => void;
  onPress: (day: string) => void;
};

type DayProps = Omit<Props, "month" | "onMonth" | "waits"> & { day: string; earliest: string; choosable: Nights };

/** A month in which sold-out nights are crossed out; the first day pressed is when they come, the second when they leave. */
export const MonthGrid = ({ shop, month, onMonth, waits, ...cell }: Props) => {
  const earliest = firstArrival(shop);
  const choosable = waits ? asIfFree(cell.nights) : cell.nights;
  return (
    <MonthFrame shop={shop} month={month} onMonth={onMonth}>
      {(day) => <Day key={day} {...{ shop, day, earliest, choosable, ...cell }} />}
    </MonthFrame>
  );
};

const Day = ({ shop, day, nights, choosable, range: { from, to }, limits, earliest, onPress }: DayProps) => {
  const night = nights.get(day);
  const arrives = day >= earliest && mayArrive(choosable, day, shop.lastDate);
  const leaves = from !== undefined && to === undefined && day > from && mayLeave(choosable, from, day, limits);
  const [end, within] = [day === from || day === to, from !== undefined && to !== undefined && day > from && day < to];
  const full = night !== undefined && !night.closed && !night.free;
  const state = night?.closed ? "closed" : full ? "full" : "";
  return (
    <ButtonBase
      disabled={!arrives && !leaves && !end}
      aria-pressed={end || within}
      aria-label={[formatOf(shop).longDay(day), state].filter(Boolean).join(", ")}
      onClick={() => onPress(day)}
      sx={{
        minHeight: 44,
        fontWeight: 600,
        fontSize: "1rem",
        borderRadius: end ? 1.375 : 0,
        bgcolor: end ? "primary.main" : within ? "tone.accent.soft" : "transparent",
        color: end ? "primary.contrastText" : "text.primary",
        textDecoration: full && !end ? "line-through" : "none",
        "&.Mui-disabled": { opacity: 0.45 },
      }}
    >
      {Number(day.slice(8))}
    </ButtonBase>
  );
};
