import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { PriceParts } from "../../../../ui/PriceParts.tsx";
import { DueCharges } from "../../shared/prices/DueCharges.tsx";
import type { StayPrices } from "./useStayPrices.ts";

/** What each pet's stay will cost and why, where more than the rate makes the price. */
export const StayPriceParts = ({ pets, priced, due }: { pets: readonly Pet[]; priced: StayPrices["pets"]; due: StayPrices["due"] }) =>
  (due.charges.length > 0 || due.careFees.length > 0 || priced.some(({ parts }) => parts.length > 1)) && (
    <Box role="group" aria-label="Price">
      {priced.map(({ petId, parts }) => (
        <Box key={petId} sx={{ mb: 0.75 }}>
          <Typography variant="subtitle2">{pets.find((pet) => pet.petId === petId)?.petName}</Typography>
          <PriceParts parts={parts} always />
        </Box>
      ))}
      <DueCharges due={due} />
    </Box>
  );
