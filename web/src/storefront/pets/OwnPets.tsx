import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type Pet, useDraft } from "../draft.ts";
import type { Shop } from "../types.ts";
import { choosable, chooseOwn } from "./own-pets.ts";

/** Who came from their own place taps one of their pets in place of typing its name. */
export const OwnPets = ({ pet, shop }: { pet: Pet; shop: Shop }) => {
  const draft = useDraft();
  const own = choosable(draft);
  if (pet.petName !== "" || own.length === 0) return null;
  return (
    <Box role="group" aria-label="Your pets" sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Typography color="textSecondary">Your pets:</Typography>
      {own.map((one) => (
        <Button
          key={one.petName}
          variant="outlined"
          onClick={() => chooseOwn(pet, one, draft.kind ?? "visit", shop)}
          sx={{ minHeight: 44, overflowWrap: "anywhere" }}
        >
          {one.petName}
        </Button>
      ))}
    </Box>
  );
};
