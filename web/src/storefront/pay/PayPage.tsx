import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type LinkedBill, PayLinkService, LinkedBillState as State } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useEffect, useRef, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { errorCode, messageOf } from "../../ui/feedback/call-errors.ts";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { toMinor } from "../../ui/format/money.ts";
import { useTitle } from "../../ui/page/title.ts";
import { saveFile } from "../../ui/save-file.ts";
import { formatFor } from "../appointment/page.ts";
import { LinkFrame } from "../LinkFrame.tsx";
import { BillLines } from "./BillLines.tsx";
import { PayForm } from "./PayForm.tsx";

const NOT_AVAILABLE = 900010;
const ASK_AGAIN_MS = 4_000;

/** /p/{token}: what a client owes, line by line, paid here with a card; afterwards the receipt. */
const PayPage = () => {
  const { token = "" } = useParams();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery(
    PayLinkService.method.getLinkedBill,
    { token },
    { meta: { quiet: true }, refetchInterval: ({ state }) => (state.data?.bill?.state === State.UNDER_WAY ? ASK_AGAIN_MS : false) },
  );
  const settle = useMutation(PayLinkService.method.settleLinkedBill, { meta: { quiet: true }, onSettled: () => void refetch() });
  // Back from the bank: the provider knows how it went before anybody tells us.
  const back = search.has("payment_intent");
  const asked = useRef(false);
  const { mutate } = settle;
  useEffect(() => {
    if (!back || asked.current) return;
    asked.current = true;
    mutate({ token, giveUp: false });
    setSearch({}, { replace: true });
  }, [back, token, mutate, setSearch]);
  const bill = data?.bill;
  useTitle(bill?.business ? `Your bill at ${bill.business.businessName}` : "Your bill");
  if (errorCode(error) === NOT_AVAILABLE) return <EmptyState icon="payment" title="This link does not work" text={messageOf(error)} />;
  if (error && !bill) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <LinkFrame business={bill?.business}>
      {bill?.business && (
        <>
          <BillLines bill={bill} format={formatFor(bill.business)} />
          {settle.data?.failureMessage && bill.state === State.OPEN && (
            <Alert severity="error">{settle.data.failureMessage} Nothing was taken.</Alert>
          )}
          <Standing
            bill={bill}
            token={token}
            busy={settle.isPending}
            onGiveUp={() => settle.mutate({ token, giveUp: true })}
            onChanged={() => void refetch()}
          />
          <BillFile token={token} />
        </>
      )}
    </LinkFrame>
  );
};

/** The bill as a file to keep: the invoice, or the receipt once it is paid. */
const BillFile = ({ token }: { token: string }) => {
  const load = useMutation(PayLinkService.method.getLinkedBillFile, {
    onSuccess: ({ fileName, content }) => saveFile(fileName, "application/pdf", content),
  });
  return (
    <>
      <Button loading={load.isPending} onClick={() => load.mutate({ token })} sx={{ minHeight: 48, "@media print": { display: "none" } }}>
        Download as PDF
      </Button>
      {load.error && <Alert severity="error">{messageOf(load.error)}</Alert>}
    </>
  );
};

type StandingProps = { bill: LinkedBill; token: string; busy: boolean; onGiveUp: () => void; onChanged: () => void };

/** What can be done with the bill as it stands. */
const Standing = ({ bill, token, busy, onGiveUp, onChanged }: StandingProps) => {
  const name = bill.business?.businessName ?? "";
  const [wantsRest, setWantsRest] = useState(false);
  const depositPaid = toMinor(bill.depositDue) === 0n && bill.payments.some((payment) => payment.isDeposit);
  const answered = (next: LinkedBill | undefined) => {
    if (next?.state === State.CONSENT) window.location.assign(next.consentUrl);
    onChanged();
  };
  if (depositPaid && !wantsRest && bill.state === State.OPEN) return <DepositPaid name={name} onPayRest={() => setWantsRest(true)} />;
  switch (bill.state) {
    case State.OPEN:
      return bill.business ? (
        <PayForm
          key={String(toMinor(bill.due))}
          token={token}
          bill={bill}
          format={formatFor(bill.business)}
          onBill={answered}
          onFailed={onChanged}
        />
      ) : null;
    case State.PAID:
      return <Alert severity="success">All paid. Thank you!</Alert>;
    case State.CONSENT:
      return (
        <>
          <Alert severity="info">Your bank asks you to approve this payment.</Alert>
          <Button variant="contained" color="primary" size="large" href={bill.consentUrl} disabled={busy} sx={{ minHeight: 52 }}>
            Approve at your bank
          </Button>
          <Button onClick={onGiveUp} loading={busy} sx={{ minHeight: 48 }}>
            Pay with another card
          </Button>
        </>
      );
    case State.UNDER_WAY:
      return <Alert severity="info">A payment is on its way. Please do not pay again: this page shows how it ended in a moment.</Alert>;
    case State.CANCELLED:
      return <Canceled bill={bill} />;
    default:
      return <Alert severity="info">{`${name} takes no cards online right now. Please pay at your appointment, or call.`}</Alert>;
  }
};

const Canceled = ({ bill: { business, toGiveBack } }: { bill: LinkedBill }) => (
  <Alert severity="info">
    This bill was canceled. Nothing is owed.
    {business &&
      toMinor(toGiveBack) > 0n &&
      ` ${business.businessName} still holds ${formatFor(business).money(toGiveBack)} that you paid, and will contact you about a refund.`}
  </Alert>
);

const DepositPaid = ({ name, onPayRest }: { name: string; onPayRest: () => void }) => (
  <>
    <Alert severity="success">Your deposit is paid. Thank you! The rest is due at your appointment at {name}.</Alert>
    <Button onClick={onPayRest} sx={{ minHeight: 48 }}>
      Pay the rest now
    </Button>
  </>
);

export default PayPage;
