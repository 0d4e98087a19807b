import type { MergePetField } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { petSidesOf, takenAtFirst } from "./pet-sides.ts";
import { SideChoice } from "./SideChoice.tsx";

/** By the pet that goes: the pet that it is ("" for none), and what is taken from it where somebody chose. */
export type PetMerges = Record<string, { into: string; take?: MergePetField[] }>;
type Props = { winners: readonly Pet[]; losers: readonly Pet[]; chosen: PetMerges; onChange: (chosen: PetMerges) => void };
const about = ({ petName, petType, breed }: Pet): string => [petName, breed || petType].filter(Boolean).join(", ");

/** What is taken of each pet that becomes another, as chosen or else where the other has nothing. */
export const usePetMerges = (winners: readonly Pet[], losers: readonly Pet[]) => {
  const format = useFormat();
  return (chosen: PetMerges) =>
    losers.flatMap((goes) => {
      const { into = "", take } = chosen[goes.petId] ?? {};
      const stays = winners.find(({ petId }) => petId === into);
      if (!stays) return [];
      const sides = petSidesOf(stays, goes, format);
      return [{ stays, goes, sides, take: take ?? takenAtFirst(stays, goes, sides) }];
    });
};

/** Which pets are the same animal and what is kept of each, and which come along. */
export const PetChoice = ({ winners, losers, chosen, onChange }: Props) => {
  const merges = usePetMerges(winners, losers)(chosen);
  if (losers.length === 0) return <Typography color="textSecondary">There are no pets on the record that goes.</Typography>;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      {losers.map((pet) => {
        const same = merges.find(({ goes }) => goes === pet);
        return (
          <Box key={pet.petId} sx={{ display: "grid", gap: 1 }}>
            <TextField
              select
              size="small"
              label={about(pet)}
              value={chosen[pet.petId]?.into ?? ""}
              onChange={({ target }) => onChange({ ...chosen, [pet.petId]: { into: target.value } })}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value="">Keep as another pet</MenuItem>
              {winners.map((one) => (
                <MenuItem key={one.petId} value={one.petId}>
                  Same pet as {about(one)}
                </MenuItem>
              ))}
            </TextField>
            {same && same.sides.length > 0 && (
              <SideChoice
                of={`pet-${pet.petId}`}
                sides={same.sides}
                taken={same.take}
                onChange={(take) => onChange({ ...chosen, [pet.petId]: { into: same.stays.petId, take } })}
              />
            )}
          </Box>
        );
      })}
    </Box>
  );
};
