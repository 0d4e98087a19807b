import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonGroup from "@mui/material/ButtonGroup";
import { useMemo, useState } from "react";
import { type KeyBinding, useKeys } from "../../../../app/palette/keys.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { useMobile, useRoomy } from "../../../../ui/theme/useMobile.ts";
import type { CalendarStaff } from "../../shared/types.ts";
import { stepOf } from "../../shared/useCalendar.ts";
import { MoreMenu } from "../parts.tsx";
import type { MoreItem } from "./CalendarMenus.tsx";
import { GoToDay, type Place } from "./CalendarTitle.tsx";
import { type FilterProps, Filters } from "./Filters.tsx";

type ActionsProps = { place: Place; staff: CalendarStaff[]; mayBook: boolean; onBook: () => void; more: readonly MoreItem[] };

export const CalendarActions = ({ place, staff, mayBook, onBook, more }: ActionsProps) => {
  const { view, set, date, today } = place;
  const roomy = useRoomy();
  const bindings = useMemo<KeyBinding[]>(
    () => [
      { keys: "n", label: "Book an appointment", run: onBook },
      { keys: "t", label: "Today", run: () => date !== today && set({ date: undefined }) },
      { keys: "arrowleft", label: "Go back", run: () => set({ date: stepOf(view, date, -1) }) },
      { keys: "arrowright", label: "Go forward", run: () => set({ date: stepOf(view, date, 1) }) },
      ...(["day", "week", "month", "list"] as const).map((one) => ({
        keys: one === "list" ? "a" : (one[0] as string),
        label: `Show the ${one === "list" ? "agenda" : one}`,
        run: () => set({ view: one }),
      })),
    ],
    [onBook, set, date, today, view],
  );
  useKeys("Calendar", bindings);
  return (
    <>
      {roomy && <Filters place={place} staff={staff} />}
      {mayBook && <BookButton onBook={onBook} more={more} />}
    </>
  );
};

/** What stands in the header of the map, as far as there is room. */
export const MapActions = (props: FilterProps) => useRoomy() && <Filters {...props} map />;

/** What the header has no room for on a tablet or a phone stands in a line of its own. */
export const CalendarTools = ({ place, staff, map = false }: FilterProps) => {
  const [mobile, roomy] = [useMobile(), useRoomy()];
  if (roomy) return null;
  return (
    <Box
      sx={{
        display: "flex",
        justifyContent: { xs: "space-between", md: "start" },
        gap: 1,
        px: 1.5,
        py: 0.75,
        bgcolor: "background.paper",
        borderBottom: 1,
        borderColor: "line",
      }}
    >
      <Filters place={place} staff={staff} map={map} />
      {mobile && <GoToDay place={place} />}
    </Box>
  );
};

const BookButton = ({ onBook, more }: { onBook: () => void; more: readonly MoreItem[] }) => {
  const mobile = useMobile();
  const [at, setAt] = useState<HTMLElement>();
  return (
    <>
      <ButtonGroup variant="contained" color="primary" disableElevation>
        <Button startIcon={!mobile && <Icon name="plus" />} onClick={onBook}>
          Book
        </Button>
        {!mobile && (
          <Button
            {...MoreMenu.warmers}
            size="small"
            aria-label="More options"
            aria-haspopup="menu"
            onClick={(event) => setAt(event.currentTarget)}
            sx={{ px: 0, minWidth: 28 }}
          >
            <Icon name="down" />
          </Button>
        )}
      </ButtonGroup>
      {at && <MoreMenu at={at} items={more} onClose={() => setAt(undefined)} />}
    </>
  );
};
