import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type MoneyLike, toMinor } from "../../../../../ui/format/money.ts";
import { useFormat } from "../../../../../ui/format/useFormat.ts";

/** What the stay with its services comes to as it will be saved, and what it came to. */
export const ChangedTotal = ({ total, before }: { total: MoneyLike; before: MoneyLike }) => {
  const format = useFormat();
  const changed = toMinor(total) !== toMinor(before);
  return (
    <Box role="group" aria-label="Price" sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
      <Typography variant="subtitle2">Stay with its services</Typography>
      <Typography variant="subtitle2" sx={{ whiteSpace: "nowrap" }}>
        {changed ? `${format.money(total)}, before ${format.money(before)}` : format.money(total)}
      </Typography>
    </Box>
  );
};
