import Box from "@mui/material/Box";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { SearchField } from "../../../ui/lists/SearchField.tsx";
import { useMobile } from "../../../ui/theme/useMobile.ts";
import { NO_STAFF } from "../../calendar/shared/types.ts";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { FilterSelect } from "../../payment/shared/FilterSelect.tsx";
import { stages } from "../shared/leads/lead-words.ts";
import { useReferralSources } from "../shared/sources/useReferralSources.ts";

export const leadState = { q: "", stage: "", staff: "", source: "", due: "", view: "", page: "1" };
export type LeadState = typeof leadState;
type Props = { state: LeadState; onChange: (next: Partial<LeadState>) => void };

/** Which leads are shown, and whether as a list or as a board. */
export const LeadFilters = ({ state, onChange }: Props) => {
  const mobile = useMobile();
  const names = [...useStaffNames()].filter(([id]) => id !== NO_STAFF);
  const any = { value: "", label: "Any" };
  const board = state.view === "board";
  return (
    <Box
      sx={{
        display: "grid",
        gridTemplateColumns: { xs: "1fr 1fr", md: "1.6fr repeat(4, 1fr) auto" },
        gap: 1.25,
        mb: 1.5,
        alignItems: "end",
      }}
    >
      <Box sx={{ gridColumn: { xs: "1 / -1", md: "auto" } }}>
        <SearchField label="Name, phone or pet" value={state.q} onChange={(q) => onChange({ q })} />
      </Box>
      <FilterSelect
        label="Stage"
        value={board ? "" : state.stage}
        options={[
          { value: "", label: board ? "All" : "All open" },
          ...(board ? [] : stages.map(({ value, label }) => ({ value: String(value), label }))),
        ]}
        onChange={(stage) => onChange({ stage })}
      />
      <FilterSelect
        label="Assigned to"
        value={state.staff}
        options={[any, ...names.map(([value, label]) => ({ value, label }))]}
        onChange={(staff) => onChange({ staff })}
      />
      <FilterSelect
        label="How they heard of us"
        value={state.source}
        options={[any, ...useReferralSources().map(({ id, sourceName }) => ({ value: id, label: sourceName }))]}
        onChange={(source) => onChange({ source })}
      />
      <FilterSelect
        label="Next step"
        value={state.due}
        options={[any, { value: "1", label: "Due by today" }]}
        onChange={(due) => onChange({ due })}
      />
      {!mobile && (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Show as"
          value={board ? "board" : "list"}
          onChange={(_, view: string | null) => view && onChange({ view: view === "board" ? "board" : "", stage: "" })}
        >
          <ToggleButton value="list">List</ToggleButton>
          <ToggleButton value="board">Board</ToggleButton>
        </ToggleButtonGroup>
      )}
    </Box>
  );
};
