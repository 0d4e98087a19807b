import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { addDays, formatDay, startOfWeek } from "../format/dates.ts";
import { usePreferences } from "../format/preferences.ts";
import { useFormat } from "../format/useFormat.ts";
import { Icon } from "../icons.tsx";

const monthOf = (iso: string): string => iso.slice(0, 7);
const shiftMonth = (iso: string, by: number): string => {
  const [year = 1970, month = 1] = iso.split("-").map(Number);
  const at = year * 12 + (month - 1) + by;
  return `${String(Math.floor(at / 12)).padStart(4, "0")}-${String((at % 12) + 1).padStart(2, "0")}-01`;
};

type Props = { value?: string; onPick: (iso: string) => void; isOff?: (iso: string) => boolean; min?: string; max?: string };

/** One month to pick a day from. Arrow keys move by day and week, Page keys by month. */
export const MonthGrid = ({ value, onPick, isOff, min, max }: Props) => {
  const { weekStart } = usePreferences();
  const format = useFormat();
  const today = format.now().date;
  const [at, setAt] = useState(value ?? today);
  const grid = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at]);
  const first = startOfWeek(`${monthOf(at)}-01`, weekStart);
  const days = Array.from({ length: 42 }, (_, n) => addDays(first, n));
  const closed = (iso: string) => (min !== undefined && iso < min) || (max !== undefined && iso > max) || (isOff?.(iso) ?? false);
  const move = (to: string) => {
    moved.current = true;
    setAt(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, string> = {
      ArrowLeft: addDays(at, -1),
      ArrowRight: addDays(at, 1),
      ArrowUp: addDays(at, -7),
      ArrowDown: addDays(at, 7),
      PageUp: shiftMonth(at, -1),
      PageDown: shiftMonth(at, 1),
      Home: startOfWeek(at, weekStart),
    };
    const to = steps[event.key];
    if (!to) return;
    event.preventDefault();
    move(to);
  };
  return (
    <Box sx={{ p: 1.5, width: 276 }}>
      <Box sx={{ display: "flex", alignItems: "center", mb: 0.5 }}>
        <IconButton aria-label="Previous month" onClick={() => setAt(shiftMonth(at, -1))}>
          <Icon name="left" />
        </IconButton>
        <Typography aria-live="polite" variant="subtitle2" sx={{ flex: 1, textAlign: "center" }}>
          {formatDay(at, "MMMM YYYY")}
        </Typography>
        <IconButton aria-label="Next month" onClick={() => setAt(shiftMonth(at, 1))}>
          <Icon name="right" />
        </IconButton>
      </Box>
      <Box
        ref={grid}
        role="group"
        aria-label={formatDay(at, "MMMM YYYY")}
        onKeyDown={onKeyDown}
        sx={{ display: "grid", gridTemplateColumns: "repeat(7, 36px)" }}
      >
        {days.slice(0, 7).map((iso) => (
          <Typography key={iso} variant="caption" aria-hidden sx={{ textAlign: "center", color: "text.tertiary", lineHeight: "24px" }}>
            {formatDay(iso, "ddd").slice(0, 2)}
          </Typography>
        ))}
        {days.map((iso) => (
          <ButtonBase
            key={iso}
            disabled={closed(iso)}
            data-day={iso}
            tabIndex={iso === at ? 0 : -1}
            aria-label={`${format.longDay(iso)}, ${iso.slice(0, 4)}`}
            aria-pressed={iso === value}
            aria-current={iso === today ? "date" : undefined}
            onClick={() => onPick(iso)}
            sx={{
              height: 34,
              borderRadius: "8px",
              fontSize: "1rem",
              fontWeight: iso === today ? 700 : 450,
              color: closed(iso) || monthOf(iso) !== monthOf(at) ? "text.tertiary" : iso === today ? "primary.main" : "text.primary",
              textDecoration: closed(iso) ? "line-through" : "none",
              "&:hover": { bgcolor: "lineSoft" },
              "&[aria-pressed=true]": { bgcolor: "primary.main", color: "primary.contrastText" },
            }}
          >
            {Number(iso.slice(8))}
          </ButtonBase>
        ))}
      </Box>
    </Box>
  );
};
