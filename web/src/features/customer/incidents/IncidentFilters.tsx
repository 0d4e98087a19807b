import { useQuery } from "@connectrpc/connect-query";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { SearchField } from "../../../ui/lists/SearchField.tsx";
import { FilterSelect } from "../../payment/shared/FilterSelect.tsx";
import { type State, start } from "./incident-list.ts";

type Props = { state: State; onChange: (next: Partial<State>) => void; narrowed: boolean };

/** Which reports are listed. */
export const IncidentFilters = ({ state, onChange, narrowed }: Props) => {
  const types = useQuery(PetSettingsService.method.getPetSettings).data?.incidentTypes ?? [];
  const one = state.petId || state.customerId || state.appointmentId;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.25, mb: 1.5, alignItems: "center" }}>
      <SearchField label="Pet, place or what happened" value={state.q} onChange={(q) => onChange({ q })} />
      <Box sx={{ display: "grid", minWidth: 150 }}>
        <FilterSelect
          label="Type"
          value={state.type}
          options={[{ value: "", label: "All" }, ...types.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(type) => onChange({ type })}
        />
      </Box>
      <Box sx={{ display: "grid", gridTemplateColumns: "150px 150px", gap: 1 }}>
        <DateField size="small" label="From" value={state.from} onChange={(from) => onChange({ from })} />
        <DateField size="small" label="To" value={state.to} onChange={(to) => onChange({ to })} />
      </Box>
      {narrowed && <Button onClick={() => onChange(start)}>{one ? "Show all reports" : "Clear"}</Button>}
    </Box>
  );
};
