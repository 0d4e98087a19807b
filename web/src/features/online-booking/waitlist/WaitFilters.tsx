import { useQuery } from "@connectrpc/connect-query";
import { ClassService } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { ServiceAreaService } from "@leashline/proto/leashline/calendar/v1/service_area_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { DateField } from "../../../ui/inputs/DateField.tsx";
import { SearchField } from "../../../ui/lists/SearchField.tsx";
import { fullName } from "../../calendar/shared/columns.tsx";
import { NO_STAFF } from "../../calendar/shared/types.ts";
import { useStaff } from "../../calendar/shared/useCalendar.ts";
import { FilterSelect } from "../../payment/shared/FilterSelect.tsx";
import { choices, isNarrowed, OUTSIDE, type State, start, UNKNOWN } from "./wait-words.ts";

type Props = { state: State; set: (change: Partial<State>) => void };

/** Who of those who wait is listed. */
export const WaitFilters = ({ state, set }: Props) => {
  const [open, setOpen] = useState(isNarrowed({ ...state, keyword: "" }));
  return (
    <Box sx={{ display: "grid", gap: 1.25, mb: 1.5 }}>
      <Box sx={{ display: "flex", gap: 1, flexWrap: "wrap", alignItems: "center" }}>
        <SearchField label="Client or pet" value={state.keyword} onChange={(keyword) => set({ keyword })} />
        <Button onClick={() => setOpen(!open)} aria-expanded={open}>
          Filters
        </Button>
        {isNarrowed(state) && <Button onClick={() => set({ ...start, order: state.order })}>Clear</Button>}
      </Box>
      {open && <All state={state} set={set} />}
    </Box>
  );
};

const All = ({ state, set }: Props) => {
  const people = (useStaff().data?.staff ?? []).filter(({ staffId }) => staffId !== NO_STAFF);
  const staff = [{ value: "", label: "Any" }, ...people.map((one) => ({ value: one.staffId, label: fullName(one) }))];
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(4, 1fr)" }, gap: 1.25 }}>
      <FilterSelect label="Free times" value={state.free} options={choices.free} onChange={(free) => set({ free })} />
      {state.free !== "" && (
        <>
          <DateField size="small" label="Free from" value={state.from} onChange={(from) => set({ from })} />
          <DateField size="small" label="Free until" value={state.until} onChange={(until) => set({ until })} />
        </>
      )}
      <DateField size="small" label="Could come on" value={state.day} onChange={(day) => set({ day })} />
      <FilterSelect label="Time of day" value={state.time} options={choices.time} onChange={(time) => set({ time })} />
      <FilterSelect label="Staff" value={state.staff} options={staff} onChange={(next) => set({ staff: next })} />
      <FilterSelect label="Days" value={state.anyDay} options={choices.anyDay} onChange={(anyDay) => set({ anyDay })} />
      <FilterSelect label="Care type" value={state.care} options={choices.care} onChange={(care) => set({ care })} />
      <ClassFilter state={state} set={set} />
      <AreaFilter state={state} set={set} />
      <FilterSelect label="Client" value={state.client} options={choices.client} onChange={(client) => set({ client })} />
      <FilterSelect label="Asked through" value={state.source} options={choices.source} onChange={(source) => set({ source })} />
      <FilterSelect label="Validity" value={state.valid} options={choices.valid} onChange={(valid) => set({ valid })} />
      <FilterSelect label="Order" value={state.order} options={choices.order} onChange={(order) => set({ order })} />
    </Box>
  );
};

/** Which class people wait for, where the business has classes. */
const ClassFilter = ({ state, set }: Props) => {
  const { data } = useQuery(ClassService.method.listClasses, { pageSize: 100 }, { meta: { quiet: true } });
  const running = (data?.classes ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const other = state.class !== "" && data && !running.some(({ value }) => value === state.class);
  if (running.length === 0 && !other) return null;
  const options = [{ value: "", label: "Any" }, ...running, ...(other ? [{ value: state.class, label: "Another class" }] : [])];
  return <FilterSelect label="Class" value={data ? state.class : ""} options={options} onChange={(next) => set({ class: next })} />;
};

const none = [
  { value: OUTSIDE, label: "Outside your areas" },
  { value: UNKNOWN, label: "Area not known" },
];

/** In which service area people wait, where the business has areas. */
const AreaFilter = ({ state, set }: Props) => {
  const { data } = useQuery(ServiceAreaService.method.listServiceAreas, {}, { meta: { quiet: true } });
  const areas = (data?.areas ?? []).map(({ areaId, areaName }) => ({ value: areaId, label: areaName }));
  const known = areas.length > 0 ? [...areas, ...none] : [];
  const other = state.area !== "" && data && !known.some(({ value }) => value === state.area);
  if (known.length === 0 && !other) return null;
  const gone = { value: state.area, label: none.find(({ value }) => value === state.area)?.label ?? "Another area" };
  const options = [{ value: "", label: "Any" }, ...known, ...(other ? [gone] : [])];
  return <FilterSelect label="Service area" value={data ? state.area : ""} options={options} onChange={(area) => set({ area })} />;
};
