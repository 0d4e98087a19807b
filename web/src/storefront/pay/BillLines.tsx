import { type LinkedBill, LinkedBillState } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import type { Format } from "../../ui/format/locale.ts";
import { toMinor } from "../../ui/format/money.ts";
import { capitalise } from "../../ui/format/text.ts";
import { PriceParts } from "../../ui/prices/PriceParts.tsx";
import { stayText } from "./stay-text.ts";

type Row = { name: string; amount: string; strong?: boolean; apart?: boolean; under?: ReactNode };

const wayOf = ({ method, cardBrand, cardLast4 }: LinkedBill["refunds"][number] | LinkedBill["payments"][number]): string =>
  cardLast4 ? `${capitalise(cardBrand)} ·· ${cardLast4}` : capitalise(method);
const paidWith = (payment: LinkedBill["payments"][number]): string => `${payment.isDeposit ? "Deposit paid" : "Paid"} · ${wayOf(payment)}`;

const rowsOf = (bill: LinkedBill, format: Format): Row[] => {
  const some = (name: string, money: LinkedBill["tax"], sign = ""): Row[] =>
    toMinor(money) > 0n ? [{ name, amount: `${sign}${format.money(money)}` }] : [];
  return [
    ...bill.lines.map((line) => ({
      name: `${[line.petName, line.name].filter(Boolean).join(" · ")}${line.quantity > 1 ? ` × ${line.quantity}` : ""}`,
      amount: format.money(line.amount),
      under: line.priceParts.length > 0 && <PriceParts parts={line.priceParts} always underPrice format={format} />,
    })),
    ...some("Discount", bill.discount, "−"),
    ...some(toMinor(bill.includedTax) > 0n ? "Includes tax" : "Tax", bill.tax),
    ...some("Tip", bill.tips),
    ...some("Reduced by a refund", bill.reducedByRefund, "−"),
    { name: "Total", amount: format.money(bill.total), strong: true },
    ...bill.payments.flatMap((payment) => [
      { name: paidWith(payment), amount: `−${format.money(payment.amount)}` },
      ...some(`${payment.convenienceFeeName || "Fees"}, paid on top`, payment.convenienceFee),
    ]),
    ...bill.refunds.map((refund) => ({ name: `Refunded · ${wayOf(refund)}`, amount: format.money(refund.amount) })),
  ];
};

/** Line by line what the bill comes to, what has been paid, and what is left. */
export const BillLines = ({ bill, format }: { bill: LinkedBill; format: Format }) => (
  <Box component="section" aria-label="Bill" sx={{ p: 2, bgcolor: "background.paper", border: 1, borderColor: "line", borderRadius: 1.75 }}>
    <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
      {bill.state === LinkedBillState.PAID ? "Receipt" : "Invoice"} {bill.number}
    </Typography>
    {bill.startDate && <Typography sx={{ mb: 0.5 }}>{stayText(bill, format)}</Typography>}
    <Box component="dl" sx={{ m: 0, display: "grid", gap: 0.75 }}>
      {rowsOf(bill, format).map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a bill may read the same.
        <Pair key={at} {...row} />
      ))}
      <Pair name="Amount due" amount={format.money(bill.due)} strong apart />
      {toMinor(bill.depositDue) > 0n && <Pair name="Deposit to pay now" amount={format.money(bill.depositDue)} strong />}
    </Box>
  </Box>
);

const Pair = ({ name, amount, strong = false, apart = false, under }: Row) => (
  <Box
    sx={{
      display: "flex",
      flexWrap: under ? "wrap" : "nowrap",
      justifyContent: "space-between",
      columnGap: 2,
      ...(apart && { borderTop: 1, borderColor: "line", mt: 0.5, pt: 1 }),
    }}
  >
    <Typography component="dt" sx={{ fontWeight: strong ? 650 : 400 }}>
      {name}
    </Typography>
    <Typography component="dd" sx={{ m: 0, fontWeight: strong ? 650 : 400, whiteSpace: "nowrap" }}>
      {amount}
    </Typography>
    {under && (
      <Box component="dd" sx={{ m: 0, flexBasis: "100%" }}>
        {under}
      </Box>
    )}
  </Box>
);
