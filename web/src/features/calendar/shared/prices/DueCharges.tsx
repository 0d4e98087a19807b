import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { Money } from "../../../../ui/Money.tsx";
import { CareFees } from "../../../../ui/price-unit.tsx";
import type { DueCharges as Due } from "./useAutoCharges.ts";

/** What will put itself onto the bill, and what is charged for what pets are given. */
export const DueCharges = ({ due: { charges, careFees } }: { due: Due }) => (
  <>
    {charges.map(({ name, price }) => (
      <Box key={name} sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
        <Typography variant="subtitle2">{name}</Typography>
        <Money value={price} />
      </Box>
    ))}
    <CareFees texts={careFees} />
  </>
);

/** The same of a visit that says no more about its price. */
export const AddedCharges = ({ due }: { due: Due }) =>
  (due.charges.length > 0 || due.careFees.length > 0) && (
    <Box role="group" aria-label="Added to the bill">
      <DueCharges due={due} />
    </Box>
  );
