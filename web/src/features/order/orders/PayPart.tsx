import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import type { Payment } from "@leashline/proto/leashline/payment/v1/payment_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useCan } from "../../../app/session/session.ts";
import { useCardField } from "../../../ui/card-field/useCardField.ts";
import { amountText, fromMinor, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";
import { BankDebit } from "../../payment/shared/ach/BankDebit.tsx";
import { isDebitUnderWay } from "../../payment/shared/ach/debits.ts";
import { useBankAccount } from "../../payment/shared/ach/useBankAccount.ts";
import { cardFeeOn, inBillOf, noCardFee } from "../../payment/shared/card-fee.ts";
import { FeeOnTop } from "../../payment/shared/FeeOnTop.tsx";
import { NoDrawerOpen } from "../../payment/shared/NoDrawerOpen.tsx";
import { PayLinkButton } from "../../payment/shared/PayLinkButton.tsx";
import { AtReader } from "../../payment/shared/readers/AtReader.tsx";
import { AtTerminal } from "../../payment/shared/square/AtTerminal.tsx";
import { CheckNumber } from "../shared/CheckNumber.tsx";
import { PaySaid } from "../shared/PaySaid.tsx";
import { atReaderNow } from "../shared/pay-outcome.ts";
import { changeFor, minorOf, takenNow, tellChange } from "./split.ts";
import { useWaysToPay } from "./useCheckout.ts";
import { usePay, verbs } from "./usePay.ts";
import { firstWay, mostBy, type Way, Ways } from "./Ways.tsx";

type Props = {
  order: Order;
  payments: readonly Payment[];
  refresh: () => Promise<void>;
  footer: HTMLElement | null;
  /** What a payment that was just taken leaves to be done: how much cash goes back into the client's hand. */
  onTaken: (change: bigint) => void;
  onByCard: (byCard: boolean) => void;
};

/** How and how much. When money has come in or gone back, here or by somebody else's hand, the amount starts anew; how it is paid stays as it was chosen. */
export const PayPart = (props: Props) => {
  const [way, setWay] = useState<Way>();
  return <PayNow key={`${toMinor(props.order.paid)} ${toMinor(props.order.refunded)}`} {...props} picked={way} onPick={setWay} />;
};

type NowProps = Props & { picked: Way | undefined; onPick: (way: Way) => void };

/** All of it, or a part now and the rest later. */
const PayNow = ({ order, payments, refresh, footer, onTaken, onByCard, picked, onPick }: NowProps) => {
  const format = useFormat();
  const may = useCan("takePayment");
  const under = payments.filter(isDebitUnderWay);
  // What is on its way from a bank is not asked for again.
  const owed = under.reduce((left, one) => left - toMinor(one.amount), toMinor(order.remain));
  const currency = order.remain?.currencyCode ?? "USD";
  const ways = useWaysToPay(order);
  const way = picked && !(picked.kind === "credit" && ways.credit === 0n) ? picked : firstWay(ways);
  useEffect(() => onByCard(way?.kind === "card"), [way?.kind, onByCard]);
  const most = mostBy(way, ways, owed);
  // The amount follows the bill until another is typed.
  const [typed, setTyped] = useState<string>();
  const amount = typed ?? amountText(fromMinor(most, currency));
  const [given, setGiven] = useState("");
  const [check, setCheck] = useState({ number: "", missing: false });
  const field = useCardField(ways.keys);
  const bank = useBankAccount(order);
  const pay = usePay(order, refresh, field, bank);
  const asked = minorOf(amount, currency) ?? most;
  const now = takenNow(asked, most);
  const fee = way?.kind === "card" ? cardFeeOn(ways.setting, now, Boolean(way.readerId ?? way.terminalId), inBillOf(order)) : noCardFee;
  if (!may) return <Alert severity="info">You may look at this bill. Please request edit access from the business owner.</Alert>;
  const waits = payments.find(atReaderNow);
  if (waits?.vendor === "square") return <AtTerminal payment={waits} onOver={() => void refresh()} footer={footer} />;
  if (waits) return <AtReader payment={waits} onOver={() => void refresh()} footer={footer} />;
  const debits = under.map((one) => <BankDebit key={one.id} payment={one} mayCancel={may} onOver={() => void refresh()} />);
  if (under.length > 0 && owed <= 0n) return <section aria-label="Payment">{debits}</section>;
  const cash = way?.kind === "cash" ? minorOf(given, currency) : undefined;
  const change = changeFor(cash ?? 0n, now);
  const short = cash !== undefined && cash < now;
  const take = () => {
    if (!way) return;
    if (way.kind === "check" && !check.number.trim()) setCheck({ ...check, missing: true });
    else void tellChange(onTaken, change, () => pay.take(way, now, fee.minor, check.number));
  };
  return (
    <Box component="section" aria-label="Payment">
      {debits}
      <Ways currency={currency} ways={ways} way={way} onPick={onPick} field={field} bank={bank} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.25, mt: 1.5 }}>
        <MoneyField
          label="Amount now"
          value={amount}
          onChange={setTyped}
          helperText={
            asked > owed
              ? `Only ${format.money(fromMinor(owed, currency))} is due`
              : now < owed
                ? `${format.money(fromMinor(owed - now, currency))} remains due`
                : undefined
          }
        />
        {way?.kind === "cash" && (
          <MoneyField
            label="Cash given"
            value={given}
            onChange={setGiven}
            error={short}
            helperText={
              short
                ? `${format.money(fromMinor(now - cash, currency))} is missing`
                : change > 0n
                  ? `Change ${format.money(fromMinor(change, currency))}`
                  : undefined
            }
          />
        )}
        {way?.kind === "check" && <CheckNumber check={check} onChange={setCheck} />}
      </Box>
      {way?.kind === "cash" && <NoDrawerOpen />}
      <FeeOnTop fee={fee} charged={now + fee.minor} currency={currency} />
      <PaySaid failure={pay.failure} consentUrl={pay.consentUrl} />
      {footer &&
        createPortal(
          <Button
            variant="contained"
            color="primary"
            size="large"
            fullWidth
            disabled={
              !way || now <= 0n || short || amount === "" || (way.entered && !field.complete) || (way.kind === "bank" && !bank.complete)
            }
            loading={pay.pending}
            onClick={take}
          >
            {verbs[way?.kind ?? ""] ?? "Take"} {format.money(fromMinor(now + fee.minor, currency))}
          </Button>,
          footer,
        )}
      <Box sx={{ mt: 1 }}>
        <PayLinkButton order={order} />
      </Box>
      {way?.kind === "card" && pay.failure && (
        <Typography variant="body2" sx={{ color: "text.tertiary", mt: 1 }}>
          A declined card is not charged. Try again or pay another way.
        </Typography>
      )}
    </Box>
  );
};
