import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { formatDay } from "../../ui/format/dates.ts";
import { Icon } from "../../ui/icons.tsx";
import type { Shop } from "../types.ts";
import { cellsOf, firstOf, monthAfter, monthOf } from "./month.ts";

type Props = { shop: Shop; month: string; onMonth: (month: string) => void; children: (day: string) => ReactNode };

const WEEKDAYS = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];

/** A month, as far as the page takes bookings, in weeks; each day is the caller's. */
export const MonthFrame = ({ shop, month, onMonth, children }: Props) => (
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
      <IconButton aria-label="Later month" disabled={month > monthOf(shop.lastDate)} onClick={() => onMonth(monthAfter(month))} edge="end">
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
        day ? children(day) : <span key={index} />,
      )}
    </Box>
  </Box>
);
