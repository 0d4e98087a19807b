import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PreferredTip as Tip, TipType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { amountText, parseMoney } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";
import { Section } from "../../../ui/page/Section.tsx";

/** The tip a client usually gives: proposed at checkout. 30 percent or 15 unless they say otherwise (core §9). */
export const PreferredTip = ({ customerId }: { customerId: string }) => {
  const tip = useQuery(ClientService.method.getPreferredTip, { customerId });
  const known = tip.data?.preferredTip;
  return known ? (
    <Editor
      key={`${known.enable}/${known.percentage}/${known.tipType}`}
      customerId={customerId}
      tip={known}
      onSaved={() => void tip.refetch()}
    />
  ) : null;
};

const Editor = ({ customerId, tip, onSaved }: { customerId: string; tip: Tip; onSaved: () => void }) => {
  const { currencyCode } = usePreferences();
  const canEdit = useCan("editClient");
  const [enable, setEnable] = useState(tip.enable);
  const [type, setType] = useState(tip.tipType);
  const [percent, setPercent] = useState(String(tip.percentage));
  const [amount, setAmount] = useState(amountText(tip.amount));
  const update = useMutation(ClientService.method.updatePreferredTip, { meta: { success: "Usual tip saved" }, onSuccess: onSaved });
  const wrong = Number(percent) > 100;
  const save = () => {
    const money = parseMoney(amount || "0", currencyCode);
    const preferredTip = { enable, tipType: type, percentage: Number(percent) || 0, ...(money && { amount: money }) };
    update.mutate({ customerId, preferredTip, updateMask: { paths: ["enable", "tip_type", "percentage", "amount"] } });
  };
  return (
    <Section title="Usual tip">
      <FormControlLabel
        disabled={!canEdit}
        control={<Switch checked={enable} onChange={(_, on) => setEnable(on)} />}
        label="Suggest a tip at checkout"
      />
      <Box sx={{ display: "flex", gap: 1, mt: 1, alignItems: "flex-start", flexWrap: "wrap" }}>
        {enable && (
          <>
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label="Kind of tip"
              value={type}
              onChange={(_, next: TipType | null) => next !== null && setType(next)}
            >
              <ToggleButton value={TipType.PERCENTAGE}>Percent</ToggleButton>
              <ToggleButton value={TipType.AMOUNT}>Amount</ToggleButton>
            </ToggleButtonGroup>
            {type === TipType.AMOUNT ? (
              <MoneyField label="Amount" value={amount} onChange={setAmount} fullWidth={false} sx={{ width: 130 }} />
            ) : (
              <TextField
                label="Percent"
                value={percent}
                onChange={(event) => setPercent(event.target.value.replace(/\D/g, "").slice(0, 3))}
                error={wrong}
                helperText={wrong && "At most 100"}
                fullWidth={false}
                sx={{ width: 130 }}
              />
            )}
          </>
        )}
        {canEdit && (
          <Button disabled={wrong} loading={update.isPending} onClick={save}>
            Save tip
          </Button>
        )}
      </Box>
    </Section>
  );
};
