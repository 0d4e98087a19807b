import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField, { type TextFieldProps } from "@mui/material/TextField";
import type { ReactNode } from "react";
import { type Control, Controller, type FieldPath, type FieldValues } from "react-hook-form";
import type { Check } from "../format/validate.ts";

/** What every field of a form needs: its place in the form, a label, and optionally a check of its text. */
export type FieldProps<T extends FieldValues> = {
  control: Control<T>;
  name: FieldPath<T>;
  label: string;
  check?: Check;
  help?: ReactNode;
  disabled?: boolean;
};

/** Refuses with the check's words; an empty text passes unless the check minds. */
export const rules = (check: Check | undefined) => ({ validate: (value: unknown) => check?.(String(value ?? "")) ?? true });

type TextProps<T extends FieldValues> = FieldProps<T> &
  Pick<
    TextFieldProps,
    "type" | "autoComplete" | "autoFocus" | "multiline" | "minRows" | "placeholder" | "size" | "fullWidth" | "slotProps"
  >;

export const FormText = <T extends FieldValues>({ control, name, label, check, help, ...props }: TextProps<T>) => (
  <Controller
    control={control}
    name={name}
    rules={rules(check)}
    render={({ field: { ref, ...field }, fieldState }) => (
      <TextField
        {...props}
        {...field}
        value={field.value ?? ""}
        inputRef={ref}
        label={label}
        error={fieldState.invalid}
        helperText={fieldState.error?.message ?? help}
      />
    )}
  />
);

export type Option = { value: string; label: string };

type SelectProps<T extends FieldValues> = FieldProps<T> & { options: readonly Option[] };

export const FormSelect = <T extends FieldValues>({ control, name, label, check, help, options, disabled }: SelectProps<T>) => (
  <Controller
    control={control}
    name={name}
    rules={rules(check)}
    render={({ field: { ref, ...field }, fieldState }) => (
      <TextField
        {...field}
        select
        disabled={disabled}
        value={options.some((option) => option.value === field.value) ? field.value : ""}
        inputRef={ref}
        label={label}
        error={fieldState.invalid}
        helperText={fieldState.error?.message ?? help}
      >
        {options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </TextField>
    )}
  />
);

export const FormSwitch = <T extends FieldValues>({ control, name, label, disabled }: FieldProps<T>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { ref, value, ...field } }) => (
      <FormControlLabel
        disabled={disabled}
        control={<Switch {...field} checked={Boolean(value)} slotProps={{ input: { ref } }} onChange={(_, on) => field.onChange(on)} />}
        label={label}
      />
    )}
  />
);
