import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { type Control, Controller } from "react-hook-form";
import { rules } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import type { ClassValues } from "./class-values.ts";

type Props = { control: Control<ClassValues>; options: readonly { value: string; label: string }[]; onPick: (id: string) => void };

/** What is taught; choosing it fills in what the service says. */
export const ServiceSelect = ({ control, options, onPick }: Props) => (
  <Controller
    control={control}
    name="serviceId"
    rules={rules(required("The class"))}
    render={({ field: { ref, ...field }, fieldState }) => (
      <TextField
        {...field}
        select
        inputRef={ref}
        label="Class"
        value={options.some((one) => one.value === field.value) ? field.value : ""}
        onChange={(event) => {
          field.onChange(event);
          onPick(event.target.value);
        }}
        error={fieldState.invalid}
        helperText={fieldState.error?.message}
      >
        {options.map((one) => (
          <MenuItem key={one.value} value={one.value}>
            {one.label}
          </MenuItem>
        ))}
      </TextField>
    )}
  />
);
