import type { AddressSuggestion } from "@leashline/proto/leashline/calendar/v1/driving_map_service_pb.js";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import type { Control, FieldValues } from "react-hook-form";
import { useAddressSearch } from "./useAddressSearch.ts";
import { usePlaced } from "./usePlaced.ts";

type Props<T extends FieldValues> = { control: Control<T>; prefix?: string };

/** The first line of an address. What is typed finds addresses, where a vendor of maps is set up; the one picked fills the other lines and says where it is. */
export const AddressLine = <T extends FieldValues>({ control, prefix = "" }: Props<T>) => {
  const { field, fill } = usePlaced(control, prefix);
  const [asked, setAsked] = useState("");
  const { suggestions, find } = useAddressSearch(asked);
  const pick = async (one: AddressSuggestion) => {
    setAsked("");
    field.onChange(one.title);
    const found = await find(one.placeId);
    if (found) fill({ ...found, address1: found.address1 || one.title });
  };
  return (
    <Autocomplete<AddressSuggestion, false, true, true>
      freeSolo
      disableClearable
      options={suggestions}
      filterOptions={(options) => options}
      getOptionLabel={(one) => (typeof one === "string" ? one : one.title)}
      getOptionKey={(one) => (typeof one === "string" ? one : one.placeId)}
      inputValue={String(field.value ?? "")}
      onInputChange={(_, text, reason) => {
        if (reason !== "input") return;
        field.onChange(text);
        setAsked(text);
      }}
      onChange={(_, one) => typeof one !== "string" && void pick(one)}
      renderOption={({ key, ...props }, one) => (
        <Box component="li" key={key} {...props}>
          <Box>
            <Typography>{one.title}</Typography>
            <Typography variant="body2" color="textSecondary">
              {one.detail}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => <TextField {...params} label="Address" onBlur={field.onBlur} inputRef={field.ref} />}
    />
  );
};
