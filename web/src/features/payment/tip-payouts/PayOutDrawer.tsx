import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import { TipPayoutService, type TipsOwed } from "@leashline/proto/leashline/payment/v1/tip_payout_service_pb.js";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { Controller, useForm } from "react-hook-form";
import { refreshServices } from "../../../app/calls/refresh.ts";
import { useCan } from "../../../app/session/session.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { amountText, parseMoney, toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { MoneyField } from "../../../ui/inputs/MoneyField.tsx";

type Props = { owed: TipsOwed; name: string; onClose: () => void };

/** Pays a person what they are owed in tips, or a part of it, out of the cash drawer or outside it. */
export const PayOutDrawer = ({ owed, name, onClose }: Props) => {
  const format = useFormat();
  const client = useQueryClient();
  const maySeeDrawer = useCan("takePayment");
  const drawer = useQuery(CashDrawerService.method.getCashDrawer, {}, { enabled: maySeeDrawer, meta: { quiet: true } }).data?.open;
  const pay = useMutation(TipPayoutService.method.payOutTips, {
    meta: { success: "Tips paid out" },
    onSuccess: () => refreshServices(client, [TipPayoutService.typeName, CashDrawerService.typeName]),
  });
  const form = useForm({ defaultValues: { amount: amountText(owed.owed), from: "outside", note: "" } });
  const currency = owed.owed?.currencyCode;
  const most = toMinor(owed.owed);
  const check = (text: string): string | true => {
    const minor = toMinor(parseMoney(text, currency));
    if (minor <= 0n) return "Enter an amount";
    return minor <= most || `Only ${format.money(owed.owed)} is owed`;
  };
  const save = ({ amount, from, note }: { amount: string; from: string; note: string }) =>
    pay.mutateAsync({
      businessId: owed.businessId,
      staffId: owed.staffId,
      ...(owed.owed && { owedAmount: owed.owed }),
      amount: parseMoney(amount, currency) ?? {},
      fromDrawer: from === "drawer",
      note: note.trim(),
    });
  return (
    <DrawerForm open title={`Pay out tips to ${name}`} form={form} saveLabel="Pay out" onSave={save} onClose={onClose}>
      <Typography>{format.money(owed.owed)} is owed. You can undo a payout for ten minutes.</Typography>
      <Controller
        control={form.control}
        name="amount"
        rules={{ validate: check }}
        render={({ field: { ref, ...field }, fieldState: { error } }) => (
          <MoneyField {...field} inputRef={ref} label="Amount" error={error !== undefined} helperText={error?.message} />
        )}
      />
      <Controller
        control={form.control}
        name="from"
        render={({ field }) => (
          <RadioGroup {...field} aria-label="Paid from">
            <FormControlLabel value="outside" control={<Radio />} label="Outside the drawer, such as with payroll" />
            <FormControlLabel
              value="drawer"
              disabled={!drawer}
              control={<Radio />}
              label={
                drawer
                  ? `Cash drawer, ${format.money(drawer.expectedAmount)} in it`
                  : maySeeDrawer
                    ? "Cash drawer, which is not open"
                    : "Cash drawer, which your role does not include"
              }
            />
          </RadioGroup>
        )}
      />
      <FormText control={form.control} name="note" label="Note" help="Optional" />
    </DrawerForm>
  );
};
