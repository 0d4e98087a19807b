import { BookingPaymentType } from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import Alert from "@mui/material/Alert";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { useEffect, useRef } from "react";
import { CardField } from "../../ui/card-field/CardField.tsx";
import { useCardField } from "../../ui/card-field/useCardField.ts";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { Summary } from "../Bill.tsx";
import { choose, hasTime, useDraft } from "../draft.ts";
import { KeptOrNot } from "../Kept.tsx";
import { useDeposit } from "../PayWhen.tsx";
import { cameFromBank, useQueryText } from "../shop/address.ts";
import { ownPage } from "../shop/own-page.ts";
import { StepFrame } from "../steps/StepFrame.tsx";
import { useHold } from "../time/useHold.ts";
import { whenText } from "../time/when-text.ts";
import type { Shop } from "../types.ts";
import { useSend } from "../useSend.ts";
import { askedText } from "./asked-text.ts";

/** The card that the shop asks for with a request; the card provider's script is fetched here and no earlier. */
const PayStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const hold = useHold(shop);
  const [, setSearch] = useQueryText();
  const { data, error: notKnown, refetch } = useDeposit(draft, shop, true);
  const terms = data?.payment;
  const field = useCardField(terms?.cardKeys);
  const back = () => useDraft.setState({ step: "you", paymentToken: undefined });
  const { send, pending, error, bank } = useSend(shop, back);
  const [amount, fee] = [terms?.amount, terms?.convenienceFee];
  const staffId = draft.held?.staffId ?? draft.staffId;
  const returned = draft.paymentToken !== undefined && cameFromBank();
  const type = terms?.type;
  useEffect(() => {
    if (type) useDraft.setState({ cardFor: type });
  }, [type]);
  const asked = useRef(false);
  useEffect(() => {
    const { paymentToken } = useDraft.getState();
    if (!returned || !terms || asked.current || !paymentToken) return;
    asked.current = true;
    send({ ...(amount && { amount }), ...(fee && { convenienceFee: fee }), staffId, paymentToken });
    setSearch(new URLSearchParams({ step: "pay" }), { replace: true });
  }, [returned, terms, amount, fee, staffId, send, setSearch]);
  const sendAgain = () => {
    const { paymentToken = "" } = useDraft.getState();
    send({ ...(amount && { amount }), ...(fee && { convenienceFee: fee }), staffId, paymentToken });
  };
  const give = async () => {
    if (bank) return sendAgain();
    const paymentMethodToken = await field.read();
    if (paymentMethodToken === undefined) return;
    send(
      {
        ...(amount && { amount }),
        ...(fee && { convenienceFee: fee }),
        staffId,
        paymentMethodToken,
        onCustomDomain: ownPage() !== undefined,
      },
      () => {
        field.spent();
        void refetch();
      },
    );
  };
  if (notKnown && !data) return <ErrorState error={notKnown} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton variant="rounded" height={220} sx={{ m: 2.25 }} />;
  const lost = !hasTime(draft);
  const again = `${choose[draft.kind ?? "visit"]} again`;
  return (
    <StepFrame
      title={terms?.type === BookingPaymentType.PREPAY ? "Your payment" : "Your card"}
      lead={whenText(draft, shop)}
      onBack={back}
      onNext={() => (lost ? useDraft.setState({ step: "time" }) : terms ? void give() : send())}
      next={lost ? again : shop.autoAccept ? "Book" : "Send request"}
      missing={!lost && terms && !bank && !field.complete ? "Enter your card" : undefined}
      pending={pending || field.reading || hold.pending}
      aside={<Summary draft={draft} shop={shop} left={hold.left} />}
    >
      <KeptOrNot draft={draft} />
      {terms && (
        <>
          <Typography>{askedText(terms, shop)}</Typography>
          {terms.policy && (
            <Typography color="textSecondary" sx={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
              {terms.policy}
            </Typography>
          )}
          <CardField field={field} testMode={terms.cardKeys?.testMode ?? false} />
        </>
      )}
      {error && <Alert severity="error">{messageOf(error)}</Alert>}
      {bank && (
        <Alert severity="info">
          Your bank wants to make sure that it is you.{" "}
          <a href={bank} style={{ color: "inherit" }}>
            Go to your bank
          </a>
          , then come back here and send your request.
        </Alert>
      )}
      <Typography variant="body2" color="textSecondary">
        Your card number goes to the card provider only. What you filled in stays as it is if the card is declined.
      </Typography>
    </StepFrame>
  );
};

export default PayStep;
