import type { AddressSuggestion } from "@leashline/proto/leashline/calendar/v1/driving_map_service_pb.js";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import { useState } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { FormText } from "../../ui/form/fields.tsx";
import { useAddressSearch } from "./useAddressSearch.ts";

type Props<T extends FieldValues> = { control: Control<T>; prefix: string; label: string; optional?: boolean };

const within = (most: number, missing: string | undefined) => (text: string) => {
  if (text.trim() === "") return missing;
  return Math.abs(Number(text)) <= most ? undefined : `A number between -${most} and ${most}`;
};

/** A place in one line, and where it is in degrees: found as it is typed where a vendor of maps is set up, else typed too. */
export const PlaceFields = <T extends FieldValues>({ control, prefix, label, optional = false }: Props<T>) => {
  const at = (name: "address" | "lat" | "lng") => `${prefix}${name}` as FieldPath<T>;
  const rules = { validate: (text: string) => optional || text.trim() !== "" || "An address is needed" };
  const { field, fieldState } = useController({ control, name: at("address"), rules });
  const lat = useController({ control, name: at("lat") }).field;
  const lng = useController({ control, name: at("lng") }).field;
  const [asked, setAsked] = useState("");
  const { suggestions, find } = useAddressSearch(asked);
  const pick = async (one: AddressSuggestion) => {
    setAsked("");
    field.onChange([one.title, one.detail].filter(Boolean).join(", "));
    const found = await find(one.placeId);
    lat.onChange(found?.lat ?? "");
    lng.onChange(found?.lng ?? "");
  };
  const missing = optional && !field.value ? undefined : "Pick the address above, or type this";
  return (
    <>
      <Autocomplete<AddressSuggestion, false, true, true>
        freeSolo
        disableClearable
        options={suggestions}
        filterOptions={(options) => options}
        getOptionLabel={(one) => (typeof one === "string" ? one : `${one.title}, ${one.detail}`)}
        getOptionKey={(one) => (typeof one === "string" ? one : one.placeId)}
        inputValue={String(field.value ?? "")}
        onInputChange={(_, text, reason) => {
          if (reason !== "input") return;
          field.onChange(text);
          lat.onChange("");
          lng.onChange("");
          setAsked(text);
        }}
        onChange={(_, one) => typeof one !== "string" && void pick(one)}
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={fieldState.invalid}
            helperText={fieldState.error?.message}
          />
        )}
      />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormText control={control} name={at("lat")} label="Latitude" check={within(90, missing)} />
        <FormText control={control} name={at("lng")} label="Longitude" check={within(180, missing)} />
      </Box>
    </>
  );
};
