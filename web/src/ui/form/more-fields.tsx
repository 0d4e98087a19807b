import type { TextFieldProps } from "@mui/material/TextField";
import { Controller, type FieldValues } from "react-hook-form";
import { amountIn } from "../format/money.ts";
import { usePreferences } from "../format/preferences.ts";
import { all } from "../format/validate.ts";
import { DateField } from "../inputs/DateField.tsx";
import { MoneyField } from "../inputs/MoneyField.tsx";
import { TimeField } from "../inputs/TimeField.tsx";
import { type FieldProps, rules } from "./fields.tsx";

type MoneyProps<T extends FieldValues> = FieldProps<T> & Pick<TextFieldProps, "size" | "autoFocus" | "fullWidth">;

export const FormMoney = <T extends FieldValues>({ control, name, label, check, help, disabled, ...props }: MoneyProps<T>) => {
  const amount = amountIn(usePreferences().currencyCode);
  return (
    <Controller
      control={control}
      name={name}
      rules={rules(check ? all(check, amount) : amount)}
      render={({ field: { ref, ...field }, fieldState }) => (
        <MoneyField
          {...props}
          {...field}
          disabled={disabled}
          value={field.value ?? ""}
          inputRef={ref}
          label={label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? help}
        />
      )}
    />
  );
};

export const FormDate = <T extends FieldValues>({
  control,
  name,
  label,
  check,
  help,
  disabled,
  min,
  max,
}: FieldProps<T> & { min?: string; max?: string }) => (
  <Controller
    control={control}
    name={name}
    rules={rules(check)}
    render={({ field: { ref, ...field }, fieldState }) => (
      <DateField
        {...field}
        {...(min && { min })}
        {...(max && { max })}
        eager
        disabled={disabled}
        value={field.value ?? ""}
        inputRef={ref}
        label={label}
        error={fieldState.invalid}
        helperText={fieldState.error?.message ?? help}
      />
    )}
  />
);

export const FormTime = <T extends FieldValues>({ control, name, label, check, help, disabled }: FieldProps<T>) => (
  <Controller
    control={control}
    name={name}
    rules={rules(check)}
    render={({ field: { ref, ...field }, fieldState }) => (
      <TimeField
        {...field}
        disabled={disabled}
        inputRef={ref}
        label={label}
        error={fieldState.invalid}
        helperText={fieldState.error?.message ?? help}
      />
    )}
  />
);
