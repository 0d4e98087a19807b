import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { SearchField } from "../../../ui/lists/SearchField.tsx";
import { FilterSelect } from "../../payment/shared/FilterSelect.tsx";
import { choices, isNarrowed, lastDays, type State, start } from "./abandoned-words.ts";

type Props = { state: State; today: string; set: (change: Partial<State>) => void };

/** Who of those who left is listed. */
export const AbandonedFilters = ({ state, today, set }: Props) => {
  const standard = lastDays(today);
  return (
    <Box sx={{ display: "grid", gap: 1.25, mb: 1.5 }}>
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        <SearchField label="Client or pet" value={state.keyword} onChange={(keyword) => set({ keyword })} />
        {isNarrowed(state) && <Button onClick={() => set(start)}>Clear</Button>}
      </Box>
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(5, 1fr)" }, gap: 1.25 }}>
        <DateField size="small" label="From" value={state.from || standard.from} onChange={(from) => set({ from })} />
        <DateField size="small" label="Until" value={state.until || standard.until} onChange={(until) => set({ until })} />
        <FilterSelect label="Follow-up" value={state.status} options={choices.status} onChange={(status) => set({ status })} />
        <FilterSelect label="Stopped at" value={state.step} options={choices.step} onChange={(step) => set({ step })} />
        <FilterSelect label="Client" value={state.client} options={choices.client} onChange={(client) => set({ client })} />
      </Box>
    </Box>
  );
};
