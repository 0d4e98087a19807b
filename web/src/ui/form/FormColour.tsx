import { Controller, type FieldValues } from "react-hook-form";
import { ColourChoice } from "../inputs/ColourChoice.tsx";
import type { FieldProps } from "./fields.tsx";

/** A color as a field of a form. */
export const FormColour = <T extends FieldValues>({ control, name, label, disabled }: FieldProps<T>) => (
  <Controller
    control={control}
    name={name}
    render={({ field }) => (
      <ColourChoice label={label} value={String(field.value ?? "")} onChange={field.onChange} disabled={disabled ?? false} />
    )}
  />
);
