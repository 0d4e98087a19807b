import { useQuery } from "@connectrpc/connect-query";
import { type Payment, RefundStatus, RefundWay } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { TransactionService } from "@leashline/proto/leashline/payment/v1/transaction_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toMinor } from "../../../ui/format/money.ts";
import { capitalise } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { Money } from "../../../ui/Money.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { BillButton } from "../../order/shared/BillButton.tsx";
import { useOrderNumbers } from "../../order/shared/useOrderNumbers.ts";
import { wayOf } from "../../order/shared/way-of.ts";
import { statusWords } from "./payment-status.ts";
import { useClientNames, useStaffNames } from "./useNames.ts";

const refundWords: Partial<Record<RefundStatus, string>> = {
  [RefundStatus.PROCESSING]: "in progress",
  [RefundStatus.FAILED]: "failed",
};

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ display: "flex", justifyContent: "space-between", gap: 2, py: 0.5 }}>
    <Typography component="dt" color="textSecondary">
      {label}
    </Typography>
    <Typography component="dd" sx={{ m: 0, textAlign: "right" }}>
      {children}
    </Typography>
  </Box>
);

/** What one order got of it, and what went back. */
const Part = ({ payment, number }: { payment: Payment; number: string }) => {
  const format = useFormat();
  const { label, tone } = statusWords(payment.status);
  return (
    <Box component="li" sx={{ py: 1, borderTop: 1, borderColor: "lineSoft" }}>
      <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
        <Box sx={{ flex: 1 }}>
          <BillButton order={{ id: payment.orderId }} otherwise={`Invoice ${number}`}>
            Invoice {number}
          </BillButton>
        </Box>
        <StatusChip tone={tone}>{label}</StatusChip>
        <Money value={payment.amount} sx={{ fontWeight: 600 }} />
      </Box>
      {payment.refunds.map((refund) => (
        <Typography key={refund.id} variant="body2" color="textSecondary">
          {[
            "Refund",
            format.money(refund.amount),
            refund.way === RefundWay.ORIGINAL ? "" : capitalise(refund.method),
            format.instant(refund.createTime),
            refundWords[refund.status],
            refund.reason,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Typography>
      ))}
    </Box>
  );
};

/** One transaction: its figures, and the payments it is made of. */
export const TransactionDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const format = useFormat();
  const found = useQuery(TransactionService.method.getTransaction, { transactionId: id });
  const parts = useQuery(TransactionService.method.listTransactionPayments, { transactionId: id });
  const one = found.data?.transactionView;
  const numberOf = useOrderNumbers(parts.data?.payments.map(({ orderId }) => orderId) ?? []);
  const client = useClientNames(one ? [one.customerId] : [])(one?.customerId ?? "0");
  const taker = useStaffNames(one ? [one.staffId] : [])(one?.staffId ?? "0");
  const { label, tone } = statusWords(one?.status ?? 0);
  return (
    <SideDrawer open addressed title={one ? `${wayOf(one)}, ${format.money(one.amount)}` : "Transaction"} onClose={onClose}>
      <Box sx={{ p: 2.25, display: "grid", gap: 1.5 }}>
        {found.error && <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />}
        {!one && !found.error && <FormSkeleton />}
        {one?.failureMessage && <Alert severity="error">{one.failureMessage}</Alert>}
        {one && (
          <Box component="dl" sx={{ m: 0 }}>
            <Line label="Status">
              <StatusChip tone={tone}>{label}</StatusChip>
            </Line>
            <Line label="Taken">{format.day(one.businessDate)}</Line>
            <Line label="Entered">{format.instant(one.createTime)}</Line>
            {client && <Line label="Client">{client}</Line>}
            {taker && <Line label="Taken by">{taker}</Line>}
            {one.checkNumber && <Line label="Check number">{one.checkNumber}</Line>}
            <Line label="Tip included">{format.money(one.tips)}</Line>
            {toMinor(one.convenienceFee) > 0n && <Line label="Fee paid by client">{format.money(one.convenienceFee)}</Line>}
            <Line label="Refunded">{format.money(one.refunded)}</Line>
            <Line label="Processing fee">{format.money(one.processingFee)}</Line>
            <Line label="Net">
              <b>{format.money(one.net)}</b>
            </Line>
          </Box>
        )}
        {one && one.customerId !== "0" && (
          <LinkButton to={pathTo("/client/:customerId/paymentHistory", { customerId: one.customerId })} sx={{ justifySelf: "start" }}>
            Payments of this client
          </LinkButton>
        )}
        <Box component="ul" aria-label="Paid for" sx={{ listStyle: "none", m: 0, p: 0 }}>
          {parts.data?.payments.map((payment) => (
            <Part key={payment.id} payment={payment} number={numberOf(payment.orderId)} />
          ))}
        </Box>
      </Box>
    </SideDrawer>
  );
};
