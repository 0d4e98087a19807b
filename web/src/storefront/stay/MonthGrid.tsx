import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { formatDay } from "../../ui/format/dates.ts";
import { Icon } from "../../ui/icons.tsx";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { cellsOf, firstOf, mayArrive, mayLeave, monthAfter, monthOf, type Nights, type Range } from "./month.ts";
import { firstArrival } from "./stay-values.ts";

type Props = {
  shop: Shop;
  month: string;
  nights: Nights;
  range: Range;
  limits: { min: number; max: number };
  onMonth: (month: string) => void;
  onPress: (day: string) => void;
};

type DayProps = Omit<Props, "month" | "onMonth"> & { day: string; earliest: string };

const WEEKDAYS = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

/** A month in which sold-out nights are crossed out; the first day pressed is when they come, the second when they leave. */
export const MonthGrid = ({ shop, month, nights, range, limits, onMonth, onPress }: Props) => {
  const earliest = firstArrival(shop);
  return (
    <Box>
      <Box sx={{ display: "flex", alignItems: "center", justifyContent: "space-between" }}>
        <IconButton
          aria-label="Earlier month"
          disabled={month <= monthOf(shop.firstDate)}
          onClick={() => onMonth(monthAfter(month, -1))}
          edge="start"
        >
          <Icon name="left" />
        </IconButton>
        <Typography variant="subtitle1" component="h3" aria-live="polite">
          {formatDay(firstOf(month), "MMMM YYYY")}
        </Typography>
        <IconButton
          aria-label="Later month"
          disabled={month > monthOf(shop.lastDate)}
          onClick={() => onMonth(monthAfter(month))}
          edge="end"
        >
          <Icon name="right" />
        </IconButton>
      </Box>
      <Box
        role="group"
        aria-label="Days"
        sx={{ display: "grid", gridTemplateColumns: "repeat(7, minmax(0, 1fr))", rowGap: 0.5, textAlign: "center" }}
      >
        {WEEKDAYS.map((name) => (
          <Typography key={name} variant="body2" color="textSecondary" aria-hidden>
            {name}
          </Typography>
        ))}
        {cellsOf(month).map((day, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: empty places have nothing else
          day ? <Day key={day} {...{ shop, day, nights, range, limits, earliest, onPress }} /> : <span key={index} />,
        )}
      </Box>
    </Box>
  );
};

const Day = ({ shop, day, nights, range: { from, to }, limits, earliest, onPress }: DayProps) => {
  const night = nights.get(day);
  const arrives = day >= earliest && mayArrive(nights, day, shop.lastDate);
  const leaves = from !== undefined && to === undefined && day > from && mayLeave(nights, from, day, limits);
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
