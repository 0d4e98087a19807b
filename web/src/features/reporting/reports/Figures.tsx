import type { SalesReport } from "@leashline/proto/leashline/reporting/v1/sales_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { toMinor } from "../../../ui/format/money.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { discountNote } from "./sales-words.ts";

/** The totals, the ones asked for first at the end of a day first. Money in and out is nobody's own: it is left out where only one's own work is shown. */
export const Figures = ({ report, own }: { report: SalesReport; own: boolean }) => {
  const format = useFormat();
  const { totals: t, toCome } = report;
  const figures = [
    { label: "Net sales", value: format.money(t?.netSales), note: discountNote(t, format.money) },
    ...(toMinor(toCome?.netSales) === 0n
      ? []
      : [{ label: "Still to come", value: format.money(toCome?.netSales), note: "booked on these days, before tax and tips" }]),
    { label: "Tax", value: format.money(t?.tax) },
    { label: "Tips", value: format.money(t?.tips) },
    ...(toMinor(t?.depositsKept) === 0n
      ? []
      : [{ label: "Deposits kept", value: format.money(t?.depositsKept), note: "of canceled appointments" }]),
    ...(toMinor(t?.cardFees) === 0n
      ? []
      : [{ label: "Card fees", value: format.money(t?.cardFees), note: "paid by clients on top of their bills" }]),
    ...(own ? [] : [{ label: "Collected", value: format.money(t?.collected), note: `${format.money(t?.netCollected)} after refunds` }]),
    ...(toMinor(t?.paidWithCredit) + toMinor(t?.refundedAsCredit) === 0n
      ? []
      : [
          {
            label: "Paid with store credit",
            value: format.money(t?.paidWithCredit),
            note: `${format.money(t?.refundedAsCredit)} refunded as credit`,
          },
        ]),
    ...(own
      ? []
      : [
          { label: "Refunded", value: format.money(t?.refunded) },
          { label: "Outstanding", value: format.money(t?.outstanding), note: `of ${format.money(t?.due)}` },
        ]),
    {
      label: "Appointments",
      value: String(t?.appointments ?? 0),
      note: `${t?.finishedAppointments ?? 0} finished, ${plural(t?.pets ?? 0, "pet")}`,
    },
    { label: "Canceled", value: String(t?.cancelledAppointments ?? 0), note: t?.noShows ? plural(t.noShows, "no-show") : "" },
  ];
  return (
    <Box component="dl" sx={{ m: 0, display: "grid", gap: 1.25, gridTemplateColumns: { xs: "1fr 1fr", md: "repeat(4, 1fr)" } }}>
      {figures.map((one) => (
        <Box key={one.label} sx={{ p: 1.75, borderRadius: 1.25, border: 1, borderColor: "line", bgcolor: "background.paper" }}>
          <Typography component="dt" variant="overline" color="textSecondary">
            {one.label}
          </Typography>
          <Typography component="dd" variant="display" sx={{ m: 0, display: "block" }}>
            {one.value}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, color: "text.tertiary", minHeight: "1.4em" }}>
            {one.note}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
