import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type PreferredTip as Tip, TipType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { type Control, Controller, useForm, useWatch } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { amountText, parseMoney } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
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

/** It lies within the client's form, so it saves by its own button and is no form element. */
const Editor = ({ customerId, tip, onSaved }: { customerId: string; tip: Tip; onSaved: () => void }) => {
  const { currencyCode } = usePreferences();
  const canEdit = useCan("editClient");
  const form = useForm<Draft>({
    defaultValues: { enable: tip.enable, tipType: tip.tipType, percent: String(tip.percentage), amount: amountText(tip.amount) },
  });
  const { control } = form;
  const [enable, tipType] = useWatch({ control, name: ["enable", "tipType"] });
  const update = useMutation(ClientService.method.updatePreferredTip, { meta: { success: "Usual tip saved" }, onSuccess: onSaved });
  const { save, busy } = useFormPage(form, (is) => {
    const money = parseMoney(is.amount || "0", currencyCode);
    const percentage = Number(is.percent) || 0;
    const preferredTip = { enable: is.enable, tipType: is.tipType, percentage, ...(money && { amount: money }) };
    return update.mutateAsync({ customerId, preferredTip, updateMask: { paths: ["enable", "tip_type", "percentage", "amount"] } });
  });
  return (
    <Section title="Usual tip">
      <FormSwitch control={control} name="enable" label="Suggest a tip at checkout" disabled={!canEdit} />
      <Box sx={{ display: "flex", gap: 1, mt: 1, alignItems: "flex-start", flexWrap: "wrap" }}>
        {enable && <KindOfTip control={control} />}
        {enable && tipType === TipType.AMOUNT && (
          <Box sx={{ width: 130 }}>
            <FormMoney control={control} name="amount" label="Amount" />
          </Box>
        )}
        {enable && tipType !== TipType.AMOUNT && (
          <Box sx={{ width: 130 }}>
            <FormText control={control} name="percent" label="Percent" check={percent} slotProps={{ htmlInput: { maxLength: 3 } }} />
          </Box>
        )}
        {canEdit && (
          <Button loading={busy} onClick={() => void save()}>
            Save tip
          </Button>
        )}
      </Box>
    </Section>
  );
};

const percent = (text: string): string | undefined => (/^\d*$/.test(text) && Number(text) <= 100 ? undefined : "At most 100");

type Draft = { enable: boolean; tipType: TipType; percent: string; amount: string };

const KindOfTip = ({ control }: { control: Control<Draft> }) => (
  <Controller
    control={control}
    name="tipType"
    render={({ field: { value, onChange } }) => (
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Kind of tip"
        value={value}
        onChange={(_, next: TipType | null) => next !== null && onChange(next)}
      >
        <ToggleButton value={TipType.PERCENTAGE}>Percent</ToggleButton>
        <ToggleButton value={TipType.AMOUNT}>Amount</ToggleButton>
      </ToggleButtonGroup>
    )}
  />
);
