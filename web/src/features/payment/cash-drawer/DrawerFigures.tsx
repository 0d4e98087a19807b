import type { CashDrawer } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type MoneyLike, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";

/** How the expected cash comes about, and what the count found. */
export const DrawerFigures = ({ drawer }: { drawer: CashDrawer }) => {
  const format = useFormat();
  const less = (amount: MoneyLike | undefined): string => `${toMinor(amount) > 0n ? "−" : ""}${format.money(amount)}`;
  const lines = [
    { label: "Opened with", value: format.money(drawer.openingAmount) },
    { label: "Cash taken", value: format.money(drawer.cashTaken, { sign: true }) },
    { label: "Cash refunded", value: less(drawer.cashRefunded) },
    { label: "Added", value: format.money(drawer.paidIn, { sign: true }) },
    { label: "Removed", value: less(drawer.paidOut) },
    ...(toMinor(drawer.tipsPaid) > 0n ? [{ label: "Tips paid out", value: less(drawer.tipsPaid) }] : []),
    { label: "Expected", value: format.money(drawer.expectedAmount), strong: true },
    ...(drawer.countedAmount
      ? [
          { label: "Counted", value: format.money(drawer.countedAmount), strong: true },
          { label: "Difference", value: format.money(drawer.difference, { sign: true }) },
        ]
      : []),
  ];
  return (
    <Box component="dl" aria-label="Cash" sx={{ m: 0 }}>
      {lines.map(({ label, value, strong }) => (
        <Box
          key={label}
          sx={{
            display: "flex",
            justifyContent: "space-between",
            py: 0.75,
            ...(strong && { borderTop: 1, borderColor: "line", fontWeight: 600 }),
          }}
        >
          <Typography component="dt" sx={{ fontWeight: "inherit", color: strong ? "text.primary" : "text.secondary" }}>
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: "inherit", fontVariantNumeric: "tabular-nums" }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
