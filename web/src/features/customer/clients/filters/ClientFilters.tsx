import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { lazy, Suspense, useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { SearchField } from "../../../../ui/lists/SearchField.tsx";
import { useMobile } from "../../../../ui/theme/useMobile.ts";
import { useTags } from "../../shared/useTags.ts";
import type { ListState } from "../list-query.ts";
import { ColumnsMenu } from "../views/ColumnsMenu.tsx";
import { SavedViews } from "../views/SavedViews.tsx";
import { FilterChips } from "./FilterChips.tsx";
import { countConditions, decode, encode, type Group, isEverybody } from "./filter.ts";
import { STARTERS, starterFilter, starterOf, tagOf, withTag } from "./starters.ts";

const FilterDrawer = lazy(() => import("./FilterDrawer.tsx"));

type Props = { state: ListState; onChange: (change: Partial<ListState>, options?: { push?: boolean }) => void };

const OWN = "own";
/** The empty choice has a name and shows it. */
const filled = { select: { displayEmpty: true }, inputLabel: { shrink: true } } as const;

/** What narrows the list of clients, and the views that are kept of it. */
export const ClientFilters = ({ state, onChange }: Props) => {
  const canContact = useCan("viewClientContact");
  const mobile = useMobile();
  const [open, setOpen] = useState(false);
  const filter = decode(state.f);
  const tag = tagOf(filter);
  const starter = starterOf(withTag(filter, ""));
  const tags = useTags() ?? [];
  const use = (next: Group) => onChange({ f: encode(next) }, { push: true });
  return (
    <>
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
          value={starter ?? OWN}
          onChange={({ target }) => use(withTag(starterFilter(target.value), tag))}
          slotProps={filled}
          sx={{ width: { xs: "calc(60% - 4px)", md: 220 } }}
        >
          {STARTERS.map(({ id, label }) => (
            <MenuItem key={id} value={id}>
              {label}
            </MenuItem>
          ))}
          {starter === undefined && <MenuItem value={OWN}>Your own filter</MenuItem>}
        </TextField>
        {tags.length > 0 && !filter.any && (
          <TextField
            select
            label="Tag"
            value={tags.some(({ id }) => id === tag) ? tag : ""}
            onChange={({ target }) => use(withTag(filter, target.value))}
            slotProps={filled}
            sx={{ width: { xs: "calc(40% - 4px)", md: 140 } }}
          >
            <MenuItem value="">Any</MenuItem>
            {tags.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        )}
        <Button startIcon={<Icon name="filter" />} onClick={() => setOpen(true)}>
          {isEverybody(filter) ? "Filters" : `Filters (${countConditions(filter)})`}
        </Button>
        <SavedViews state={state} onChange={onChange} />
        {!mobile && <ColumnsMenu fields={state.fields} onChange={(fields) => onChange({ fields })} />}
      </Box>
      {!isEverybody(filter) && <FilterChips filter={filter} onChange={use} />}
      <Suspense fallback={null}>
        {open && (
          <FilterDrawer
            filter={filter}
            status={state.status}
            q={state.q}
            onClose={() => setOpen(false)}
            onApply={(next) => {
              setOpen(false);
              use(next);
            }}
          />
        )}
      </Suspense>
    </>
  );
};
