import { useMutation } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { PaymentStatus } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import { PaymentService } from "@leashline/proto/leashline/payment/v1/payment_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { createPortal } from "react-dom";
import { messageOf } from "../../app/call-errors.ts";
import { useCan } from "../../app/session.ts";
import { toast } from "../../app/toast.ts";
import { amountText, fromCents, parseMoney, toCents } from "../../ui/format/money.ts";
import { MoneyField } from "../../ui/MoneyField.tsx";
import { useFormat } from "../../ui/useFormat.ts";
import { changeFor, takenNow } from "./split.ts";
import { useWaysToPay } from "./useCheckout.ts";
import { type Way, Ways } from "./Ways.tsx";

type Props = { order: Order; refresh: () => Promise<void>; footer: HTMLElement | null };

/** How and how much: all of it, or a part now and the rest later. */
export const PayPart = ({ order, refresh, footer }: Props) => {
  const format = useFormat();
  const may = useCan("takePayment");
  const owed = toCents(order.remain);
  const currency = order.remain?.currencyCode ?? "USD";
  const ways = useWaysToPay(order.customerId);
  const [picked, setWay] = useState<Way>();
  const way = picked ?? firstWay(ways);
  const [amount, setAmount] = useState(amountText(order.remain));
  const [given, setGiven] = useState("");
  const [check, setCheck] = useState("");
  const pay = usePay(order, refresh);
  const now = takenNow(centsOf(amount, currency), owed);
  if (!may) return <Alert severity="info">You may look at this bill. Please request edit access from the business owner.</Alert>;
  const change = way?.kind === "cash" ? changeFor(centsOf(given, currency) ?? 0n, now) : 0n;
  return (
    <Box component="section" aria-label="Payment">
      <Ways ways={ways} way={way} onPick={setWay} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.25, mt: 1.5 }}>
        <MoneyField
          label="Amount now"
          value={amount}
          onChange={setAmount}
          helperText={now < owed ? `${format.money(fromCents(owed - now, currency))} stays open` : undefined}
        />
        {way?.kind === "cash" && (
          <MoneyField
            label="Cash given"
            value={given}
            onChange={setGiven}
            helperText={change > 0n ? `Change ${format.money(fromCents(change, currency))}` : undefined}
          />
        )}
        {way?.kind === "check" && (
          <TextField
            label="Check number"
            value={check}
            onChange={(event) => setCheck(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 60 } }}
          />
        )}
      </Box>
      {pay.failure && (
        <Alert severity="error" sx={{ mt: 1.5 }}>
          {pay.failure} Nothing was taken.
        </Alert>
      )}
      {pay.consentUrl && (
        <Alert
          severity="info"
          sx={{ mt: 1.5 }}
          action={
            <Button href={pay.consentUrl} target="_blank" rel="noopener">
              Open
            </Button>
          }
        >
          The card asks its holder to agree.
        </Alert>
      )}
      {footer &&
        createPortal(
          <Button
            variant="contained"
            color="primary"
            size="large"
            fullWidth
            disabled={!way || now <= 0n}
            loading={pay.pending}
            onClick={() => way && void pay.take(way, now, check)}
          >
            {way?.kind === "card" ? "Charge" : "Take"} {format.money(fromCents(now, currency))}
          </Button>,
          footer,
        )}
      <Typography variant="body2" sx={{ color: "text.tertiary", mt: 1 }}>
        A declined card takes nothing; try again or choose another way.
      </Typography>
    </Box>
  );
};

const centsOf = (text: string, currency: string): bigint | undefined => {
  const money = parseMoney(text, currency);
  return money ? toCents(money) : undefined;
};

const firstWay = ({ cards, methods }: ReturnType<typeof useWaysToPay>): Way | undefined => {
  const [card] = cards;
  if (card) return { kind: "card", label: `${card.brand} ·· ${card.last4}`, cardId: card.cardId };
  const [method] = methods.filter((one) => one.kind !== "card");
  return method && { kind: method.kind, label: method.name, methodId: method.id };
};

const usePay = (order: Order, refresh: () => Promise<void>) => {
  const format = useFormat();
  const [failure, setFailure] = useState<string>();
  const [consentUrl, setConsent] = useState<string>();
  const create = useMutation(PaymentService.method.createPayment, { meta: { quiet: true } });
  const take = async (way: Way, cents: bigint, checkNumber: string) => {
    setFailure(undefined);
    setConsent(undefined);
    const amount = fromCents(cents, order.remain?.currencyCode);
    try {
      const { payment } = await create.mutateAsync({
        orderId: order.id,
        amount,
        ...(way.kind === "card"
          ? { method: "card", cardId: way.cardId ?? "0", paymentMethodToken: way.token ?? "", saveCard: way.save ?? false }
          : { methodId: way.methodId ?? "0" }),
        ...(way.kind === "check" && { checkNumber: checkNumber.trim() }),
      });
      if (payment?.consentUrl) setConsent(payment.consentUrl);
      else if (payment?.status === PaymentStatus.FAILED) setFailure(payment.failureMessage || "The card was declined.");
      else toast.success(`${format.money(amount)} taken by ${way.label}`);
    } catch (error) {
      setFailure(messageOf(error));
    }
    await refresh();
  };
  return { take, failure, consentUrl, pending: create.isPending };
};
