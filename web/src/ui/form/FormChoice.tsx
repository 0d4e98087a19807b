import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { Controller, type FieldValues } from "react-hook-form";
import { type FieldProps, type Option, rules } from "./fields.tsx";

type Props<T extends FieldValues> = FieldProps<T> & { options: readonly string[] };

/** A text with proposals: any other text is taken too. Long lists show their first hundred fits. */
export const FormChoice = <T extends FieldValues>({ control, name, label, check, help, disabled, options }: Props<T>) => (
  <Controller
    control={control}
    name={name}
    rules={rules(check)}
    render={({ field: { ref, onChange, onBlur, value }, fieldState }) => (
      <Autocomplete
        freeSolo
        openOnFocus={options.length < 40}
        disabled={disabled}
        options={options}
        inputValue={(value as string | undefined) ?? ""}
        onInputChange={(_, text) => onChange(text)}
        filterOptions={(all, { inputValue }) => {
          const wanted = inputValue.trim().toLowerCase();
          return all.filter((option) => option.toLowerCase().includes(wanted)).slice(0, 100);
        }}
        onBlur={onBlur}
        renderInput={(params) => (
          <TextField {...params} inputRef={ref} label={label} error={fieldState.invalid} helperText={fieldState.error?.message ?? help} />
        )}
      />
    )}
  />
);

type FindProps<T extends FieldValues> = FieldProps<T> & { options: readonly Option[] };

/** One of a long list, found by typing a part of its name. */
export const FormFind = <T extends FieldValues>({ control, name, label, check, help, disabled, options }: FindProps<T>) => (
  <Controller
    control={control}
    name={name}
    rules={rules(check)}
    render={({ field: { ref, onChange, onBlur, value }, fieldState }) => (
      <Autocomplete
        disableClearable
        autoHighlight
        disabled={disabled}
        options={options}
        value={options.find((option) => option.value === value) ?? (null as never)}
        getOptionKey={(option) => option.value}
        isOptionEqualToValue={(a, b) => a.value === b.value}
        onChange={(_, option) => onChange(option.value)}
        onBlur={onBlur}
        noOptionsText="None has this name"
        renderInput={(params) => (
          <TextField {...params} inputRef={ref} label={label} error={fieldState.invalid} helperText={fieldState.error?.message ?? help} />
        )}
      />
    )}
  />
);
