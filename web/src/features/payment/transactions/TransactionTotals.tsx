import type { TransactionTotals as Totals } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";

/** What the listed transactions come to. */
export const TransactionTotals = ({ totals }: { totals: Totals | undefined }) => {
  const format = useFormat();
  const figures = [
    { label: "Taken", value: totals?.taken },
    { label: "Tips included", value: totals?.tips },
    ...(toMinor(totals?.convenienceFee) > 0n ? [{ label: "Fees paid by clients", value: totals?.convenienceFee }] : []),
    { label: "Refunded", value: totals?.refunded },
    { label: "Processing fees", value: totals?.processingFee },
    { label: "Net", value: totals?.net },
  ];
  return (
    <Box
      component="dl"
      aria-label="Totals"
      sx={{ m: 0, mb: 2, display: "grid", gap: 1.25, gridTemplateColumns: { xs: "1fr 1fr", md: `repeat(${figures.length}, 1fr)` } }}
    >
      {figures.map(({ label, value }) => (
        <Box key={label} sx={{ p: 1.25, borderRadius: 1.25, border: 1, borderColor: "line", bgcolor: "background.paper" }}>
          <Typography component="dt" variant="overline" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" variant="h2" sx={{ m: 0, fontVariantNumeric: "tabular-nums" }}>
            {format.money(value)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
