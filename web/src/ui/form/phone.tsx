import { Controller, type FieldValues } from "react-hook-form";
import { PhoneField } from "../inputs/PhoneField.tsx";
import { type FieldProps, rules } from "./fields.tsx";

export const FormPhone = <T extends FieldValues>({
  control,
  name,
  label,
  check,
  help,
  disabled,
  country,
}: FieldProps<T> & { country?: string }) => (
  <Controller
    control={control}
    name={name}
    rules={rules(check)}
    render={({ field: { ref, ...field }, fieldState }) => (
      <PhoneField
        {...field}
        {...(country && { country })}
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
