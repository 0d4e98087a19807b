import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type Order, TipSplitMethod } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type TipSplit, TipSplitService } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { fromMinor, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";
import { BUSINESS, customSplit, leftOver, textsOf } from "./custom-split.ts";

const ways = [
  { method: TipSplitMethod.BY_REVENUE, label: "By price" },
  { method: TipSplitMethod.EVENLY, label: "Evenly" },
  { method: TipSplitMethod.CUSTOM, label: "Amounts" },
];

type Props = { order: Order; known: TipSplit; refresh: () => Promise<void>; onDone: () => void };

/** Another split of this bill's tip: by a rule, shown before it is saved, or by amounts that add up to the tip. */
export const TipSplitForm = ({ order, known, refresh, onDone }: Props) => {
  const format = useFormat();
  const currency = order.tips?.currencyCode ?? "USD";
  const [method, setMethod] = useState(known.splitMethod);
  const [texts, setTexts] = useState(() => textsOf(known));
  const custom = method === TipSplitMethod.CUSTOM;
  const preview = useQuery(
    TipSplitService.method.previewTipSplit,
    { orderId: order.id, splitMethod: method },
    { enabled: !custom, placeholderData: keepPreviousData },
  ).data?.tipSplit;
  const save = useMutation(TipSplitService.method.setTipSplit, { meta: { success: "Tip split saved" }, onSettled: refresh });
  const left = leftOver(texts, toMinor(order.tips), currency);
  const pick = (next: TipSplitMethod | null) => {
    if (next === null) return;
    if (next === TipSplitMethod.CUSTOM) setTexts(textsOf(preview ?? known));
    setMethod(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amounts = custom ? customSplit(texts, currency) : {};
    save.mutate({ orderId: order.id, version: order.version, splitMethod: method, ...amounts }, { onSuccess: onDone });
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ display: "grid", gap: 1.25, mt: 0.5 }}>
      <ToggleButtonGroup exclusive size="small" value={method} aria-label="How the tip is split" onChange={(_, next) => pick(next)}>
        {ways.map((one) => (
          <ToggleButton key={one.label} value={one.method}>
            {one.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {custom ? (
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1 }}>
          {[...known.staffTipAmountList.map(({ staffId, staffName }) => ({ id: staffId, name: staffName })), BUSINESS].map(
            ({ id, name }) => (
              <MoneyField
                key={id}
                size="small"
                label={name}
                value={texts[id] ?? ""}
                onChange={(value) => setTexts({ ...texts, [id]: value })}
              />
            ),
          )}
        </Box>
      ) : (
        preview?.staffTipAmountList.map(({ staffId, staffName, amount }) => (
          <Box key={staffId} sx={{ display: "flex", justifyContent: "space-between" }}>
            <Typography>{staffName}</Typography>
            <Typography>{format.money(amount)}</Typography>
          </Box>
        ))
      )}
      {custom && left !== 0n && (
        <Typography variant="body2" color="error">
          {left > 0n
            ? `${format.money(fromMinor(left, currency))} of the tip is left to share.`
            : `${format.money(fromMinor(-left, currency))} more than the tip.`}
        </Typography>
      )}
      <Box sx={{ display: "flex", justifyContent: "flex-end", gap: 1 }}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="outlined" disabled={custom && left !== 0n} loading={save.isPending}>
          Save split
        </Button>
      </Box>
    </Box>
  );
};
