import { useQuery } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type Card, CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PreAuthHint } from "@leashline/proto/leashline/payment/v1/pre_auth_hint_service_pb.js";
import { type PreAuthInfo, PreAuthState, PreAuthStatus } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../../app/session/session.ts";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { capitalise } from "../../../../ui/format/text.ts";
import { type Format, useFormat } from "../../../../ui/format/useFormat.ts";
import { StatusChip } from "../../../../ui/StatusChip.tsx";
import type { ToneName } from "../../../../ui/theme/theme-types.ts";
import { SECOND } from "../cards/useNewCards.ts";
import { usePaymentSetting } from "../useWays.ts";
import { CaptureHold } from "./CaptureHold.tsx";
import { PreAuthHints } from "./PreAuthHints.tsx";
import { usePreAuth } from "./usePreAuth.ts";

const words: Partial<Record<PreAuthState, { label: string; tone: ToneName }>> = {
  [PreAuthState.WAITING_FOR_CARD]: { label: "Waiting for a card", tone: "warn" },
  [PreAuthState.READY]: { label: "Ready", tone: "info" },
  [PreAuthState.FAILED_BACK]: { label: "Card refused", tone: "bad" },
  [PreAuthState.TO_CAPTURE]: { label: "Held", tone: "ok" },
  [PreAuthState.CAPTURED]: { label: "Captured", tone: "ok" },
};

const cardOf = ({ cardType, cardNumber }: PreAuthInfo): string => `${capitalise(cardType)} ·· ${cardNumber}`;

/** How it stands, in a sentence. */
const story = (info: PreAuthInfo, format: Format): string => {
  const amount = format.money(info.preAuthAmount);
  if (info.state === PreAuthState.TO_CAPTURE)
    return `${amount} is held on ${cardOf(info)} since ${format.instant(info.preAuthFinishTime)}.`;
  if (info.state === PreAuthState.READY) return `${amount} will be held on ${cardOf(info)}, ${format.instant(info.preAuthTime)}.`;
  if (info.state === PreAuthState.CAPTURED) return `The hold on ${cardOf(info)} was used for this bill. Nothing of it is held any longer.`;
  return `${amount} is to be held ahead of the appointment. Choose a card, or send the client a card link.`;
};

const hintsAbout = (info: PreAuthInfo | undefined, again: boolean): PreAuthHint[] => {
  if (!info?.isOpen) return [PreAuthHint.CREATE_TICKET];
  if (again) return [PreAuthHint.COF_FAILED_OR_PAY_ONLINE, PreAuthHint.NON_PROVIDER_COF_FAILED];
  return info.state === PreAuthState.TO_CAPTURE ? [PreAuthHint.COF_SUCCEED] : [];
};

type PickProps = { cards: readonly Card[]; label: string; busy: boolean; onPick: (cardId: string) => void };

const PickCard = ({ cards, label, busy, onPick }: PickProps) => {
  const [picked, setPicked] = useState<string>();
  const cardId = picked ?? cards[0]?.cardId ?? "";
  if (cards.length === 0) return null;
  return (
    <Box sx={{ display: "flex", gap: 1 }}>
      <TextField
        select
        size="small"
        label="Card on file"
        value={cardId}
        onChange={(event) => setPicked(event.target.value)}
        sx={{ flex: 1 }}
      >
        {cards.map((card) => (
          <MenuItem key={card.cardId} value={card.cardId}>
            {capitalise(card.brand)} ·· {card.last4}
          </MenuItem>
        ))}
      </TextField>
      <Button variant="outlined" loading={busy} onClick={() => onPick(cardId)}>
        {label}
      </Button>
    </Box>
  );
};

type Props = { order: Order; refresh: () => Promise<void>; place: "before" | "after"; byCard?: boolean };

/**
 * Money held on the client's card ahead of the appointment: asked for, taken at checkout, or released. What is held stands before the other ways to pay, and
 * the way to ask for it after them. Only who pays by card (`byCard`) hears that one on file could be held.
 */
export const PreAuth = ({ order, refresh, place, byCard }: Props) => {
  const format = useFormat();
  const may = useCan("takePayment");
  const { info, loaded, failure, busy, ...act } = usePreAuth(order.appointmentId, refresh);
  const { customerId } = order;
  const known = useQuery(CardService.method.listCards, { customerId }, { enabled: customerId !== "0", meta: { quiet: true } });
  // Money is held with the first provider, whichever one the counter takes cards through.
  const isSquare = usePaymentSetting(order.businessId)?.primaryPayType === SECOND;
  const cards = (known.data?.cards ?? []).filter(
    ({ isValid, elsewhere, vendor }) => isValid && vendor === "stripe" && (isSquare || !elsewhere),
  );
  const owed = toMinor(order.remain);
  const held = toMinor(info?.preAuthAmount);
  if (!loaded || (!info?.isOpen && (!may || owed <= 0n))) return null;
  if ((place === "before") !== (info?.isOpen === true && !info.isCapture)) return null;
  if (!info?.isOpen && cards.length === 0) return known.data && byCard ? <PreAuthHints about={[PreAuthHint.ADD_CARD]} /> : null;
  const state = info?.isOpen ? words[info.state] : undefined;
  const lost = info?.preAuthStatus === PreAuthStatus.FAILED;
  const again = info?.state === PreAuthState.FAILED_BACK || lost;
  const open = info?.isOpen && !info.isCapture;
  const others = cards.filter(({ cardId }) => cardId !== info?.preAuthPaymentMethod);
  return (
    <Box component="section" aria-label="Pre-authorization" sx={{ display: "grid", gap: 1 }}>
      <Box sx={{ display: "flex", gap: 1, alignItems: "center" }}>
        <Typography variant="overline" color="textSecondary" sx={{ flex: 1 }}>
          Pre-authorization
        </Typography>
        {state && <StatusChip tone={state.tone}>{state.label}</StatusChip>}
      </Box>
      {info?.isOpen && !lost && <Typography>{story(info, format)}</Typography>}
      {info?.preAuthFailedMessage && <Alert severity="warning">{info.preAuthFailedMessage}</Alert>}
      {failure && failure !== info?.preAuthFailedMessage && <Alert severity="error">{failure}</Alert>}
      {may && <PreAuthHints key={info?.state} about={hintsAbout(info, again)} />}
      {may && !info?.isOpen && <PickCard cards={cards} label={`Hold ${format.money(order.remain)}`} busy={busy} onPick={act.ask} />}
      {may && open && <PickCard cards={others} label="Use this card" busy={busy} onPick={act.use} />}
      {may && open && info.state === PreAuthState.TO_CAPTURE && owed > 0n && (
        <CaptureHold
          key={`${held} ${owed}`}
          held={held}
          owed={owed}
          currency={order.remain?.currencyCode ?? "USD"}
          busy={busy}
          onCapture={(amount) => void act.capture(order.id, fromMinor(amount, order.remain?.currencyCode))}
        />
      )}
      {may && open && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          {again && (
            <Button variant="outlined" loading={busy} onClick={() => void act.retry()}>
              Try again
            </Button>
          )}
          <Button color="error" disabled={busy} onClick={() => void act.release()}>
            Release
          </Button>
        </Box>
      )}
    </Box>
  );
};
