import { useMutation } from "@connectrpc/connect-query";
import { CashAdjustmentKind, type CashDrawer, CashDrawerService } from "@leashline/proto/leashline/payment/v1/cash_drawer_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { amountText, fromMinor, parseMoney, toMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";

type Props = { onClose: () => void; onSaved: () => void };

/** Opens the drawer with what was counted into it; the last opening's amount is offered. */
export const OpenForm = ({ last, onClose, onSaved }: Props & { last: CashDrawer | undefined }) => {
  const { currencyCode } = usePreferences();
  const open = useMutation(CashDrawerService.method.openCashDrawer, { onSuccess: onSaved, meta: { success: "Cash drawer opened" } });
  const form = useForm({ defaultValues: { openingAmount: amountText(last?.openingAmount), note: "" } });
  return (
    <DrawerForm
      open
      title="Open the cash drawer"
      form={form}
      saveLabel="Open drawer"
      onSave={({ openingAmount, note }) => {
        const amount = parseMoney(openingAmount, currencyCode);
        return open.mutateAsync({ note, ...(amount && { openingAmount: amount }) });
      }}
      onClose={onClose}
    >
      <FormMoney control={form.control} name="openingAmount" label="Cash in the drawer" autoFocus check={required("The amount")} />
      <FormText control={form.control} name="note" label="Note" multiline minRows={2} />
      <Typography variant="body2" color="textSecondary">
        If this is more than the cash you already have on your books, we count the rest as money the owner put in.
      </Typography>
    </DrawerForm>
  );
};

type AdjustProps = Props & { drawer: CashDrawer; kind: CashAdjustmentKind.PAY_IN | CashAdjustmentKind.PAY_OUT };

/** Cash put in or taken out by hand, with what it was for. */
export const AdjustForm = ({ drawer, kind, onClose, onSaved }: AdjustProps) => {
  const { currencyCode } = usePreferences();
  const isIn = kind === CashAdjustmentKind.PAY_IN;
  const adjust = useMutation(CashDrawerService.method.adjustCashDrawer, {
    onSuccess: onSaved,
    meta: { success: isIn ? "Cash added" : "Cash removed" },
  });
  const form = useForm({ defaultValues: { amount: "", reason: "" } });
  return (
    <DrawerForm
      open
      title={isIn ? "Add cash" : "Remove cash"}
      form={form}
      saveLabel={isIn ? "Add cash" : "Remove cash"}
      onSave={({ amount, reason }) => {
        const money = parseMoney(amount, currencyCode);
        return adjust.mutateAsync({ drawerId: drawer.drawerId, kind, reason, ...(money && { amount: money }) });
      }}
      onClose={onClose}
    >
      <FormMoney control={form.control} name="amount" label="Amount" autoFocus check={required("The amount")} />
      <FormText control={form.control} name="reason" label="What for" check={required("A reason")} />
    </DrawerForm>
  );
};

/** The count at the end: what is in the drawer, beside what should be. */
export const ReconcileForm = ({ drawer, onClose, onSaved }: Props & { drawer: CashDrawer }) => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const reconcile = useMutation(CashDrawerService.method.reconcileCashDrawer, {
    onSuccess: onSaved,
    meta: { success: "Cash drawer reconciled" },
  });
  const form = useForm({ defaultValues: { countedAmount: "", note: "" } });
  const counted = parseMoney(useWatch({ control: form.control, name: "countedAmount" }), currencyCode);
  const off = counted && toMinor(counted) - toMinor(drawer.expectedAmount);
  const words = off === undefined ? "" : off === 0n ? "It matches exactly." : off > 0n ? "more than expected" : "less than expected";
  return (
    <DrawerForm
      open
      title="Reconcile"
      form={form}
      saveLabel="Reconcile and close"
      onSave={({ note }) => {
        const { drawerId, expectedAmount } = drawer;
        return reconcile.mutateAsync({
          drawerId,
          note,
          ...(expectedAmount && { expectedAmount }),
          ...(counted && { countedAmount: counted }),
        });
      }}
      onClose={onClose}
    >
      <Typography>
        Expected in the drawer: <b>{format.money(drawer.expectedAmount)}</b>
      </Typography>
      <FormMoney
        control={form.control}
        name="countedAmount"
        label="Cash counted"
        autoFocus
        check={required("The amount")}
        {...(words && { help: off ? `${format.money(fromMinor(off < 0n ? -off : off, currencyCode))} ${words}` : words })}
      />
      <FormText control={form.control} name="note" label="Note" multiline minRows={2} />
      <Typography variant="body2" color="textSecondary">
        The drawer is closed and counts as empty. Open it again with what you leave in it.
      </Typography>
    </DrawerForm>
  );
};
