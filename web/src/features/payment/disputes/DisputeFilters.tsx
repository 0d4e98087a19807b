import Box from "@mui/material/Box";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { FilterSelect } from "../shared/FilterSelect.tsx";
import { type State, statuses } from "./dispute-words.ts";

/** Which disputes are listed: their status, and the days on which they were heard of. */
export const DisputeFilters = ({ state, set }: { state: State; set: (change: Partial<State>) => void }) => (
  <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(4, 1fr)" }, gap: 1.25, mb: 1.5 }}>
    <FilterSelect label="Status" value={state.status} options={statuses} onChange={(status) => set({ status })} />
    <DateField size="small" label="From" value={state.from} max={state.to || undefined} onChange={(from) => set({ from })} />
    <DateField size="small" label="To" value={state.to} min={state.from || undefined} onChange={(to) => set({ to })} />
  </Box>
);
