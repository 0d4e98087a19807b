import { useMutation, useQuery } from "@connectrpc/connect-query";
import { NoShowPaymentStatus, NoShowService } from "@leashline/proto/leashline/order/v1/no_show_service_pb.js";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { useCan } from "../../../../app/session/session.ts";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { toMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { later } from "../../../../ui/page/later.tsx";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import type { ToneName } from "../../../../ui/theme/theme-types.ts";
import { PayLinkButton } from "../../../payment/shared/PayLinkButton.tsx";
import { BillButton } from "../BillButton.tsx";
import { type FeeDraft, FeeFields, feeOf, noFee } from "./FeeFields.tsx";
import { useFeeWays, useTakeFee } from "./useNoShowFee.ts";

const NoShowFeeHint = later(async () => (await import("../../../payment/shared/pre-auth/NoShowFeeHint.tsx")).NoShowFeeHint);

const words: Partial<Record<NoShowPaymentStatus, { label: string; tone: ToneName }>> = {
  [NoShowPaymentStatus.CREATED]: { label: "Not paid", tone: "warn" },
  [NoShowPaymentStatus.PROCESSING]: { label: "In progress", tone: "info" },
  [NoShowPaymentStatus.COMPLETED]: { label: "Paid", tone: "ok" },
};

type Visit = { id: string; businessId: string; customerId: string; isNoShow: boolean };

/** The fee for a visit that did not take place: asked for, taken, or given up. */
export const NoShowFee = ({ visit }: { visit: Visit }) => {
  const format = useFormat();
  const mayTake = useCan("takePayment");
  const found = useQuery(NoShowService.method.getNoShowInvoice, { ticketId: visit.id }, { meta: { quiet: true } });
  const [asking, setAsking] = useState(false);
  if (!found.data) return null;
  const { invoice, noShowFee, noShowStatus } = found.data;
  const chip = words[noShowStatus];
  if (!invoice && !mayTake) return null;
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      {invoice && chip && (
        <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          <Typography sx={{ flex: 1 }}>{invoice.items[0]?.name}</Typography>
          <StatusChip tone={chip.tone}>{chip.label}</StatusChip>
          <Typography variant="subtitle2">{format.money(noShowFee)}</Typography>
        </Box>
      )}
      {invoice && noShowStatus !== NoShowPaymentStatus.CREATED && <BillButton order={invoice}>View bill</BillButton>}
      {invoice && noShowStatus === NoShowPaymentStatus.CREATED && <Unpaid invoice={invoice} onDone={() => void found.refetch()} />}
      {!invoice && (
        <Button onClick={() => setAsking(true)} sx={{ justifySelf: "start" }}>
          {visit.isNoShow ? "Charge a no-show fee" : "Charge a cancellation fee"}
        </Button>
      )}
      {asking && <AskFee visit={visit} onClose={() => setAsking(false)} />}
    </Box>
  );
};

const Unpaid = ({ invoice, onDone }: { invoice: Order; onDone: () => void }) => {
  const queries = useQueryClient();
  const mayTake = useCan("takePayment");
  const mayWaive = useCan("cancelOrDeleteTicket") && toMinor(invoice.paid) === 0n;
  const done = async () => {
    onDone();
    await refreshDomains(queries, "order", "payment", "customer");
  };
  const cancel = useMutation(OrderService.method.cancelOrder, { meta: { success: "The fee was waived" }, onSettled: done });
  const waive = async () => {
    const asked = { title: "Waive this fee?", body: "The client owes nothing for this appointment.", action: "Waive fee" };
    if (await confirm(asked)) cancel.mutate({ orderId: invoice.id, version: invoice.version });
  };
  return (
    <Box sx={{ display: "flex", gap: 0.5, flexWrap: "wrap" }}>
      {mayTake && <BillButton order={invoice}>Check out</BillButton>}
      <PayLinkButton order={invoice} />
      {mayWaive && (
        <Button color="inherit" onClick={() => void waive()} loading={cancel.isPending}>
          Waive
        </Button>
      )}
    </Box>
  );
};

const AskFee = ({ visit, onClose }: { visit: Visit; onClose: () => void }) => {
  const { currencyCode } = usePreferences();
  const [draft, setDraft] = useState<FeeDraft>(noFee);
  const ways = useFeeWays(visit, { mayHold: visit.isNoShow });
  const { take, pending } = useTakeFee(visit);
  const fee = feeOf(draft, ways, currencyCode);
  return (
    <Dialog open onClose={onClose} aria-labelledby="fee-title" maxWidth="xs" fullWidth>
      <DialogTitle id="fee-title">{visit.isNoShow ? "Charge a no-show fee" : "Charge a cancellation fee"}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.5, pt: "8px !important" }}>
        {visit.isNoShow && <NoShowFeeHint />}
        <FeeFields draft={draft} ways={ways} currency={currencyCode} businessId={visit.businessId} onChange={setDraft} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" color="primary" disabled={!fee} loading={pending} onClick={() => fee && void take(fee).then(onClose)}>
          Charge fee
        </Button>
      </DialogActions>
    </Dialog>
  );
};
