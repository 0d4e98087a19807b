import { useMutation } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { tipMaximum } from "@leashline/proto/rules/tip-maximum.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ButtonBase from "@mui/material/ButtonBase";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { decimalsOf, fromMinor, parseMoney, toMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";
import { firstNames } from "../shared/bill-sums.ts";
import { askFor, isChosen } from "./tips.ts";
import { useTipOffers } from "./useTipOffers.ts";

type Props = { order: Order; refresh: () => Promise<void> };

/** What the client gives on top: one of the business's offers, their usual tip, another amount, or nothing. */
export const TipPart = ({ order, refresh }: Props) => {
  const format = useFormat();
  const { currencyCode, country } = usePreferences();
  const tips = useMutation(OrderService.method.setTips, { onSettled: refresh });
  const { asks, ownAmount, offers } = useTipOffers(order);
  const [other, setOther] = useState<string>();
  const most = tipMaximum(country, decimalsOf(currencyCode));
  const tooMuch = toMinor(parseMoney(other || "0", currencyCode)) > most;
  if (!asks) return null;
  const staff = firstNames(order.items).join(", ");
  const set = (change: { tipsType: string; tipsRate?: string; tips?: ReturnType<typeof fromMinor> }) =>
    tips.mutate({ orderId: order.id, version: order.version, ...change });
  const amountOf = (minor: bigint) => format.money(fromMinor(minor, currencyCode));
  const ofOwn = order.tipsType !== "" && !offers.some((offer) => isChosen(order, offer));
  return (
    <Box component="section" aria-label="Tip" sx={{ "@media print": { display: "none" } }}>
      <Typography variant="overline" color="textSecondary" sx={{ display: "block", mb: 0.75 }}>
        Tip{staff && ` for ${staff}`}
      </Typography>
      <Box sx={{ display: "grid", gridTemplateColumns: "repeat(auto-fit, minmax(84px, 1fr))", gap: 1 }}>
        {offers.map((offer) => {
          const on = isChosen(order, offer);
          return (
            <Choice
              key={`${offer.label}/${offer.minor}`}
              on={on}
              label={offer.label || amountOf(offer.minor)}
              note={offer.label ? amountOf(offer.minor) : ""}
              onClick={() => set(on ? { tipsType: "" } : askFor(offer, currencyCode))}
            />
          );
        })}
        {(ownAmount || ofOwn) && (
          <Choice
            on={ofOwn || other !== undefined}
            label="Other"
            note={ofOwn ? format.money(order.tips) : ""}
            onClick={() => setOther(other === undefined ? "" : undefined)}
          />
        )}
      </Box>
      {other !== undefined && (
        <Box
          component="form"
          onSubmit={(event) => {
            event.preventDefault();
            if (tooMuch) return;
            const amount = parseMoney(other || "0", currencyCode);
            if (amount) set(toMinor(amount) > 0n ? { tipsType: "amount", tips: amount } : { tipsType: "" });
            setOther(undefined);
          }}
          sx={{ display: "flex", alignItems: "flex-start", gap: 1, mt: 1 }}
        >
          <MoneyField
            label="Tip"
            value={other}
            onChange={setOther}
            error={tooMuch}
            helperText={tooMuch ? `The most a tip can be is ${amountOf(most)}.` : undefined}
            size="small"
            autoFocus
            fullWidth
          />
          <Button type="submit" variant="outlined" loading={tips.isPending}>
            Set tip
          </Button>
        </Box>
      )}
    </Box>
  );
};

const Choice = ({ on, label, note, onClick }: { on: boolean; label: string; note: string; onClick: () => void }) => (
  <ButtonBase
    aria-pressed={on}
    onClick={onClick}
    sx={{
      display: "block",
      textAlign: "center",
      minHeight: 52,
      borderRadius: 1.25,
      border: on ? 2 : 1,
      borderColor: on ? "primary.main" : "line",
      bgcolor: on ? "tone.accent.soft" : "background.paper",
      color: on ? "primary.main" : "text.primary",
    }}
  >
    <Typography component="span" variant="subtitle2" sx={{ display: "block" }}>
      {label}
    </Typography>
    <Typography component="span" variant="body2">
      {note}
    </Typography>
  </ButtonBase>
);
