import { useQuery } from "@connectrpc/connect-query";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { useCan } from "../../../app/session/session.ts";
import { SearchField } from "../../../ui/lists/SearchField.tsx";
import { type ListState, QUICK_FILTERS } from "./list-query.ts";
import { SavedViews } from "./SavedViews.tsx";

type Props = { state: ListState; today: string; onChange: (change: Partial<ListState>) => void };

/** The empty choice has a name and shows it. */
const filled = { select: { displayEmpty: true }, inputLabel: { shrink: true } } as const;

export const ClientFilters = ({ state, today, onChange }: Props) => {
  const canContact = useCan("viewClientContact");
  const tags = useQuery(TagService.method.listTags, {}, { staleTime: LONG_STALE }).data?.tags ?? [];
  return (
    <Box role="search" aria-label="Clients" sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
      <SearchField label={canContact ? "Name, pet, phone or email" : "Name or pet"} value={state.q} onChange={(q) => onChange({ q })} />
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Status"
        value={state.status}
        onChange={(_, status: string | null) => status && onChange({ status })}
      >
        <ToggleButton value="active">Active</ToggleButton>
        <ToggleButton value="inactive">Inactive</ToggleButton>
        <ToggleButton value="all">All</ToggleButton>
      </ToggleButtonGroup>
      <TextField
        select
        label="Show"
        value={state.more}
        onChange={(event) => onChange({ more: event.target.value })}
        slotProps={filled}
        sx={{ width: { xs: "calc(60% - 4px)", md: 220 } }}
      >
        {QUICK_FILTERS.map((filter) => (
          <MenuItem key={filter.id} value={filter.id}>
            {filter.label}
          </MenuItem>
        ))}
      </TextField>
      {tags.length > 0 && (
        <TextField
          select
          label="Tag"
          value={state.tag}
          onChange={(event) => onChange({ tag: event.target.value })}
          slotProps={filled}
          sx={{ width: { xs: "calc(40% - 4px)", md: 160 } }}
        >
          <MenuItem value="">Any</MenuItem>
          {tags.map((tag) => (
            <MenuItem key={tag.id} value={tag.id}>
              {tag.name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <SavedViews state={state} today={today} onChange={onChange} />
    </Box>
  );
};
