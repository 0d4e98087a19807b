import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import { Icon } from "../../../../ui/icons.tsx";
import { TimeField } from "../../../../ui/inputs/TimeField.tsx";
import { addBreak, addRange, type Day, MOST_PETS, type Range } from "./hours.ts";
import { addSlot } from "./slots.ts";

type RowsProps = { name: string; day: Day; disabled: boolean; onChange: (day: Day) => void };

const Times = ({ range, disabled, onChange }: { range: Range; disabled: boolean; onChange: (range: Range) => void }) => (
  <>
    <TimeField
      disabled={disabled}
      label="From"
      value={range.start}
      onChange={(start) => onChange({ ...range, start })}
      step={15}
      fullWidth={false}
      sx={{ width: { xs: 104, md: 118 } }}
    />
    <TimeField
      disabled={disabled}
      label="To"
      value={range.end}
      onChange={(end) => onChange({ ...range, end: end === 0 ? 1440 : end })}
      step={15}
      fullWidth={false}
      sx={{ width: { xs: 104, md: 118 } }}
    />
  </>
);

/** The working hours of a day, each with its end. */
export const RangeRows = ({ name, day, disabled, onChange }: RowsProps) =>
  day.ranges.map((range, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: ranges have no other name
    <Box key={at} sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: { xs: 0.5, md: 1 } }}>
      <Times
        range={range}
        disabled={disabled}
        onChange={(next) => onChange({ ...day, ranges: day.ranges.map((old, n) => (n === at ? next : old)) })}
      />
      <IconButton
        disabled={disabled}
        aria-label={`Remove these hours on ${name}`}
        onClick={() => onChange({ ...day, ranges: day.ranges.filter((_, n) => n !== at) })}
      >
        <Icon name="close" sx={{ width: 15, height: 15 }} />
      </IconButton>
    </Box>
  ));

/** The slots of a day, each with how many pets it takes. */
export const SlotRows = ({ name, day, disabled, onChange }: RowsProps) =>
  day.slots.map((slot, at) => {
    const set = (change: Partial<typeof slot>) =>
      onChange({ ...day, slots: day.slots.map((old, n) => (n === at ? { ...old, ...change } : old)) });
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: slots have no other name
      <Box key={at} sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: { xs: 0.5, md: 1 } }}>
        <Times range={slot} disabled={disabled} onChange={set} />
        <TextField
          disabled={disabled}
          label="Pets"
          type="number"
          value={Number.isNaN(slot.capacity) ? "" : slot.capacity}
          onChange={({ target }) => set({ capacity: Number.parseInt(target.value, 10) })}
          slotProps={{ htmlInput: { min: 1, max: MOST_PETS } }}
          sx={{ width: { xs: 60, md: 72 } }}
        />
        <IconButton
          disabled={disabled}
          aria-label={`Remove this slot on ${name}`}
          onClick={() => onChange({ ...day, slots: day.slots.filter((_, n) => n !== at) })}
        >
          <Icon name="close" sx={{ width: 15, height: 15 }} />
        </IconButton>
      </Box>
    );
  });

export const AddSlot = ({ name, day, onChange }: Omit<RowsProps, "disabled">) => (
  <Button size="small" variant="text" aria-label={`Add a slot on ${name}`} onClick={() => onChange(addSlot(day))}>
    Add a slot
  </Button>
);

export const AddHours = ({ name, day, onChange }: Omit<RowsProps, "disabled">) => {
  const withBreak = addBreak(day);
  return (
    <>
      {withBreak && (
        <Button size="small" variant="text" aria-label={`Add a break on ${name}`} onClick={() => onChange(withBreak)}>
          Add a break
        </Button>
      )}
      <Button size="small" variant="text" aria-label={`Add hours on ${name}`} onClick={() => onChange(addRange(day))}>
        Add hours
      </Button>
    </>
  );
};
