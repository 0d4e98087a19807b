import Button from "@mui/material/Button";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { pathTo } from "../../../../app/routes/paths.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { useGo } from "../../../../ui/links/Link.tsx";
import { useMobile } from "../../../../ui/theme/useMobile.ts";
import type { CalendarStaff, View } from "../../shared/types.ts";
import { StaffMenu } from "../parts.tsx";
import type { Place } from "./CalendarTitle.tsx";

export type FilterProps = { place: Place; staff: CalendarStaff[]; map?: boolean };
/** The view and whose days. The map of a day is a page of its own; day and staff go along. */
export const Filters = ({ place, staff, map = false }: FilterProps) => {
  const go = useGo();
  const { date, staffIds } = place;
  const onView = (view: Shown) => {
    const asked = { date, staff: staffIds.join(",") };
    if (view === "map") go(pathTo("/calendar/map_view", {}, asked));
    else if (map) go(pathTo("/calendar/grooming", {}, { ...asked, view }));
    else place.set({ view });
  };
  return (
    <>
      <Views view={map ? "map" : place.view} onChange={onView} mobile={useMobile()} />
      <StaffFilter staff={staff} chosen={staffIds} onChange={(ids) => place.set({ staff: ids.join(",") || undefined })} />
    </>
  );
};

type Shown = View | "map";
const Views = ({ view, onChange, mobile }: { view: Shown; onChange: (view: Shown) => void; mobile: boolean }) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    value={view}
    aria-label="View"
    sx={{
      "& .Mui-selected": { bgcolor: "tone.accent.soft", color: "primary.main" },
      flex: "none",
      "& button": { px: { xs: view === "map" ? 0.5 : 0.875, md: 1 } },
    }}
    onChange={(_, next: Shown | null) => next && onChange(next)}
  >
    <ToggleButton value="day">Day</ToggleButton>
    <ToggleButton value="week">Week</ToggleButton>
    <ToggleButton value="month">Month</ToggleButton>
    <ToggleButton value="list">List</ToggleButton>
    {/* Not only hidden: the last one is the one with the round edge. */}
    {(view === "map" || !mobile) && <ToggleButton value="map">Map</ToggleButton>}
  </ToggleButtonGroup>
);

const StaffFilter = ({ staff, chosen, onChange }: { staff: CalendarStaff[]; chosen: string[]; onChange: (ids: string[]) => void }) => {
  const [at, setAt] = useState<HTMLElement>();
  const label =
    chosen.length === 0
      ? "All staff"
      : chosen.length === 1
        ? (staff.find((s) => s.staffId === chosen[0])?.firstName ?? "1 of staff")
        : `${chosen.length} of staff`;
  return (
    <>
      <Button
        {...StaffMenu.warmers}
        variant="outlined"
        endIcon={<Icon name="down" />}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        onClick={(event) => setAt(event.currentTarget)}
        sx={{ minWidth: 0 }}
      >
        {label}
      </Button>
      {at && <StaffMenu at={at} staff={staff} chosen={chosen} onChange={onChange} onClose={() => setAt(undefined)} />}
    </>
  );
};
