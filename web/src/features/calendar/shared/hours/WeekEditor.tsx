import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { lazy, Suspense, useState } from "react";
import { formatDay } from "../../../../ui/format/dates.ts";
import { formatDuration } from "../../../../ui/format/duration.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { CopyDay } from "./CopyDay.tsx";
import { DayRow } from "./DayRow.tsx";
import { type Day, type Limit, limitsWords, weekMinutes } from "./hours.ts";
import { copiedTo, petsOf } from "./slots.ts";

const LimitsDrawer = lazy(() => import("./LimitsDrawer.tsx"));

/** 2023-01-01 was a Sunday. */
const dayName = (weekday: number): string => formatDay(`2023-01-0${weekday + 1}`, "dddd");

type Props = { week: Day[]; onChange: (week: Day[]) => void; bySlot: boolean; disabled?: boolean };

/** One week: each day on or off, with its hours or slots, and how many pets of a kind it takes. */
export const WeekEditor = ({ week, onChange, bySlot, disabled = false }: Props) => {
  const { weekStart } = usePreferences();
  const [limiting, setLimiting] = useState<number>();
  const order = Array.from({ length: 7 }, (_, at) => (at + weekStart) % 7);
  const set = (weekday: number, day: Day) => onChange(week.map((old, at) => (at === weekday ? day : old)));
  const limited = limiting === undefined ? undefined : week[limiting];
  const setLimits = (limits: Limit[], everyDay: boolean) => {
    onChange(week.map((old, at) => (everyDay || at === limiting ? { ...old, limits } : old)));
    setLimiting(undefined);
  };
  return (
    <Box>
      {order.map((weekday) => {
        const day = week[weekday];
        if (!day) return null;
        const name = dayName(weekday);
        const others = order.filter((one) => one !== weekday);
        return (
          <DayRow key={weekday} name={name} day={day} bySlot={bySlot} disabled={disabled} onChange={(next) => set(weekday, next)}>
            {(!disabled || day.limits.length > 0) && (
              <Button
                size="small"
                variant="text"
                aria-label={`${limitsWords(day.limits.length)} on ${name}`}
                onClick={() => setLimiting(weekday)}
              >
                {limitsWords(day.limits.length)}
              </Button>
            )}
            {!disabled && (
              <CopyDay
                name={name}
                days={others.map((one) => ({ weekday: one, name: dayName(one), on: week[one]?.on ?? false }))}
                onCopy={(to) => onChange(copiedTo(week, weekday, to))}
              />
            )}
          </DayRow>
        );
      })}
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {bySlot ? `Up to ${petsOf(week)} pets a week` : `${formatDuration(weekMinutes(week))} a week`}
      </Typography>
      {limiting !== undefined && limited && (
        <Suspense>
          <LimitsDrawer
            name={dayName(limiting)}
            limits={limited.limits}
            disabled={disabled}
            onSave={setLimits}
            onClose={() => setLimiting(undefined)}
          />
        </Suspense>
      )}
    </Box>
  );
};
