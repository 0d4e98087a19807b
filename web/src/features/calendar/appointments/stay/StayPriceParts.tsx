import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Money } from "../../../../ui/Money.tsx";
import { PriceParts } from "../../../../ui/PriceParts.tsx";
import type { StayPrices } from "./useStayPrices.ts";

/** What each pet's stay will cost and why, where more than the rate makes the price. */
export const StayPriceParts = ({
  pets,
  priced,
  charges,
}: {
  pets: readonly Pet[];
  priced: StayPrices["pets"];
  charges: StayPrices["charges"];
}) =>
  (charges.length > 0 || priced.some(({ parts }) => parts.length > 1)) && (
    <Box role="group" aria-label="Price">
      {priced.map(({ petId, parts }) => (
        <Box key={petId} sx={{ mb: 0.75 }}>
          <Typography variant="subtitle2">{pets.find((pet) => pet.petId === petId)?.petName}</Typography>
          <PriceParts parts={parts} always />
        </Box>
      ))}
      {charges.map(({ name, price }) => (
        <Box key={name} sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
          <Typography variant="subtitle2">{name}</Typography>
          <Money value={price} />
        </Box>
      ))}
    </Box>
  );
