import type { MonthDay } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useMemo } from "react";
import { fromMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { PickDay } from "../../../../ui/inputs/PickDay.tsx";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import { useMobile, useRoomy } from "../../../../ui/theme/useMobile.ts";
import { dayTotals, MOST_IN_MONTH } from "../../shared/layout.ts";
import type { CalendarCard } from "../../shared/types.ts";
import { stepOf, type usePlace } from "../../shared/useCalendar.ts";

export type Place = ReturnType<typeof usePlace>;

/** `counts`: how much each day has, where only its first cards are there. */
type Props = { place: Place; cards: CalendarCard[]; counts?: readonly MonthDay[] };

/** Arrows, today, and what the shown days come to. */
export const CalendarTitle = ({ place, cards, counts = [] }: Props) => {
  const { view, date, today, set } = place;
  const format = useFormat();
  const [mobile, roomy] = [useMobile(), useRoomy()];
  const { currencyCode } = usePreferences();
  const totals = useMemo(() => dayTotals(cards), [cards]);
  const isCut = counts.some((day) => day.cards > MOST_IN_MONTH);
  const go = (by: 1 | -1) => set({ date: stepOf(view, date, by) });
  return (
    <>
      <Box sx={{ display: "flex", gap: 0.75, order: { md: -1 } }}>
        {!mobile && (
          <Button variant="outlined" onClick={() => set({ date: undefined })} disabled={date === today}>
            Today
          </Button>
        )}
        <IconButton aria-label={`Previous ${view === "list" ? "two weeks" : view}`} onClick={() => go(-1)}>
          <Icon name="left" />
        </IconButton>
        <IconButton aria-label={`Next ${view === "list" ? "two weeks" : view}`} onClick={() => go(1)}>
          <Icon name="right" />
        </IconButton>
        {!mobile && <GoToDay place={place} />}
      </Box>
      {/* Its room is kept while the day loads, so that the search beside it does not move. */}
      {roomy && (
        <Box sx={{ minWidth: 136, flex: "none" }}>
          {totals.pets > 0 && (
            <StatusChip>
              {isCut
                ? `${counts.reduce((sum, day) => sum + day.appointments, 0)} appointments`
                : `${plural(totals.pets, "pet")} · ${format.money({ ...fromMinor(totals.minor, currencyCode), nanos: 0 }, { short: true })}`}
            </StatusChip>
          )}
        </Box>
      )}
    </>
  );
};

export const GoToDay = ({ place: { date, today, set } }: { place: Place }) => (
  <PickDay value={date} onPick={(day) => set({ date: day === today ? undefined : day })} />
);
