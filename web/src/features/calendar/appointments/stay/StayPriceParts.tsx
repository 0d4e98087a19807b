import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { PriceParts } from "../../../../ui/prices/PriceParts.tsx";
import { DueCharges } from "../../shared/prices/DueCharges.tsx";
import type { StayPrices } from "./useStayPrices.ts";

/** What each pet's stay will cost and why, where more than the rate makes the price. */
export const StayPriceParts = ({ pets, priced: { pets: priced, extras, due } }: { pets: readonly Pet[]; priced: StayPrices }) => {
  const format = useFormat();
  const more = due.charges.length + due.careFees.length + extras.length > 0;
  if (!more && priced.every(({ parts }) => parts.length < 2)) return null;
  return (
    <Box role="group" aria-label="Price">
      {priced.map(({ petId, parts }) => (
        <Box key={petId} sx={{ mb: 0.75 }}>
          <Typography variant="subtitle2">{pets.find((pet) => pet.petId === petId)?.petName}</Typography>
          <PriceParts parts={parts} always />
          {extras
            .filter((one) => one.petId === petId)
            .map(({ key, text, price }) => (
              <Box key={key} sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
                <Typography variant="body2" color="textSecondary">
                  {text}
                </Typography>
                <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: "nowrap" }}>
                  {format.money(price)}
                </Typography>
              </Box>
            ))}
        </Box>
      ))}
      <DueCharges due={due} />
    </Box>
  );
};
