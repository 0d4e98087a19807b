import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { type Control, Controller, useWatch } from "react-hook-form";
import { FormChips } from "../../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../../ui/form/fields.tsx";
import { WEEKDAYS, weekday } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { Check } from "../../../../ui/format/validate.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { MOST_SESSIONS, MOST_WEEKS, type Pattern } from "./pattern.ts";

const REPEATS = [
  { value: "weeks", label: "Every week or every few weeks" },
  { value: "dates", label: "On dates that you pick" },
];

type Props<T extends Pattern> = { control: Control<T>; within: (what: string, least: number, most: number) => Check };

/** When a class meets after its first session. */
export const PatternFields = <T extends Pattern>({ control: given, within }: Props<T>) => {
  const control = given as unknown as Control<Pattern>;
  const [date, repeats] = useWatch({ control, name: ["date", "repeats"] });
  const own = date ? `; ${WEEKDAYS[weekday(date)]} always counts` : "";
  return (
    <>
      <FormSelect control={control} name="repeats" label="Meets" options={REPEATS} />
      {repeats === "dates" ? (
        <PickedDates control={control} first={date} />
      ) : (
        <>
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
            <FormText control={control} name="weeks" label="Every (weeks)" check={within("Weeks", 1, MOST_WEEKS)} />
            <FormText control={control} name="sessions" label="Sessions" check={within("Sessions", 1, MOST_SESSIONS)} />
          </Box>
          <FormChips
            control={control}
            name="weekdays"
            label={`On these days${own}`}
            options={WEEKDAYS.map((name, day) => ({ value: String(day), label: name.slice(0, 3) }))}
          />
        </>
      )}
    </>
  );
};

/** Each day that is chosen goes to the others, and the field is empty for the next one. */
const PickedDates = ({ control, first }: { control: Control<Pattern>; first: string }) => {
  const format = useFormat();
  return (
    <Controller
      control={control}
      name="dates"
      render={({ field: { value, onChange } }) => (
        <Box sx={{ display: "grid", gap: 1 }}>
          <DateField
            label="Another session"
            value=""
            min={format.now().date}
            disabled={value.length + 1 >= MOST_SESSIONS}
            helperText="Add each day that the class meets. All begin at the same time; you can move one later."
            onChange={(day) => {
              if (day && day !== first && !value.includes(day)) onChange([...value, day].toSorted());
            }}
          />
          {value.length > 0 && (
            <Box
              component="ul"
              aria-label="Picked dates"
              sx={{ listStyle: "none", m: 0, p: 0, display: "flex", flexWrap: "wrap", gap: 0.75 }}
            >
              {value.map((day) => (
                <li key={day}>
                  <Chip
                    label={format.shortDay(day)}
                    aria-label={`Take out ${format.shortDay(day)}`}
                    onClick={() => onChange(value.filter((one) => one !== day))}
                    onDelete={() => onChange(value.filter((one) => one !== day))}
                  />
                </li>
              ))}
            </Box>
          )}
          {value.length === 0 && <Typography color="textSecondary">Only the first session so far.</Typography>}
        </Box>
      )}
    />
  );
};
