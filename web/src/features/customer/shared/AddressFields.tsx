import Box from "@mui/material/Box";
import type { Control, FieldPath, FieldValues } from "react-hook-form";
import { AddressLine } from "../../../app/address/AddressLine.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";

export const emptyAddress = { address1: "", address2: "", city: "", state: "", zipcode: "", country: "", lat: "", lng: "" };
export type AddressValues = typeof emptyAddress;

/** The lines of an address, anywhere inside a form. */
export const AddressFields = <T extends FieldValues>({ control, prefix = "" }: { control: Control<T>; prefix?: string }) => {
  const { country } = usePreferences();
  const at = (name: keyof AddressValues) => `${prefix}${name}` as FieldPath<T>;
  return (
    <>
      <AddressLine control={control} prefix={prefix} />
      <FormText control={control} name={at("address2")} label="Suite, unit" autoComplete="off" />
      <Box sx={{ display: "grid", gridTemplateColumns: "2fr 1fr 1.3fr", gap: 1.5 }}>
        <FormText control={control} name={at("city")} label="City" autoComplete="off" />
        <FormText control={control} name={at("state")} label={country === "GB" ? "County" : "State"} autoComplete="off" />
        <FormText control={control} name={at("zipcode")} label={country === "US" ? "ZIP code" : "Postcode"} autoComplete="off" />
      </Box>
    </>
  );
};
