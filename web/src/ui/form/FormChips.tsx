import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { Controller, type FieldValues } from "react-hook-form";
import type { FieldProps, Option } from "./fields.tsx";

type Props<T extends FieldValues> = FieldProps<T> & {
  options: readonly Option[];
  /** What choosing none means, in words; without it none is just none. */
  every?: string;
};

/** Any of several. Where none chosen means all, it says so. */
export const FormChips = <T extends FieldValues>({ control, name, label, options, every, disabled = false }: Props<T>) => (
  <Controller
    control={control}
    name={name}
    render={({ field }) => {
      const chosen = (field.value ?? []) as string[];
      return (
        <Box>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
            {label}
          </Typography>
          <Box role="group" aria-label={label} sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
            {every && (
              <Chip
                label={every}
                disabled={disabled}
                color={chosen.length === 0 ? "primary" : "default"}
                aria-pressed={chosen.length === 0}
                onClick={() => field.onChange([])}
              />
            )}
            {options.map((option) => {
              const on = chosen.includes(option.value);
              const next = on ? chosen.filter((one) => one !== option.value) : [...chosen, option.value];
              return (
                <Chip
                  key={option.value}
                  label={option.label}
                  disabled={disabled}
                  color={on ? "primary" : "default"}
                  aria-pressed={on}
                  onClick={() => field.onChange(next)}
                />
              );
            })}
          </Box>
        </Box>
      );
    }}
  />
);
