import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";

type Props = {
  winners: readonly Pet[];
  losers: readonly Pet[];
  into: Record<string, string>;
  onChange: (into: Record<string, string>) => void;
};
const about = ({ petName, petType, breed }: Pet): string => [petName, breed || petType].filter(Boolean).join(", ");

/** Which pets are the same animal, and which come along. */
export const PetChoice = ({ winners, losers, into, onChange }: Props) => {
  if (losers.length === 0) return <Typography color="textSecondary">There are no pets on the record that goes.</Typography>;
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      {losers.map((pet) => (
        <TextField
          key={pet.petId}
          select
          size="small"
          label={about(pet)}
          value={into[pet.petId] ?? ""}
          onChange={({ target }) => onChange({ ...into, [pet.petId]: target.value })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">Keep as another pet</MenuItem>
          {winners.map((one) => (
            <MenuItem key={one.petId} value={one.petId}>
              Same pet as {about(one)}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </Box>
  );
};
