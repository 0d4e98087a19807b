import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import type { Place } from "../draft.ts";

type Props = { place: Place; country: string; onChange: (change: Partial<Place>) => void };

/** The lines of an address, as the browser fills them in. */
export const TypedPlace = ({ place, country, onChange }: Props) => {
  const line = (name: "address1" | "address2" | "city" | "state" | "zipcode", label: string, auto: string, maxLength: number) => (
    <TextField
      label={label}
      value={place[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
      autoComplete={auto}
      slotProps={{ htmlInput: { maxLength } }}
    />
  );
  return (
    <>
      {line("address1", "Street address", "address-line1", 255)}
      {line("address2", "Apartment, gate, floor (optional)", "address-line2", 255)}
      {line("city", "City", "address-level2", 100)}
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        {line("state", country === "GB" ? "County" : "State", "address-level1", 100)}
        {line("zipcode", country === "US" ? "ZIP code" : "Postcode", "postal-code", 20)}
      </Box>
    </>
  );
};
