import { useMutation } from "@connectrpc/connect-query";
import {
  BookingPaymentType,
  DepositType,
  type PaymentGroup,
  PaymentGroupKind,
  PaymentGroupService,
  PrepayType,
} from "@leashline/proto/leashline/online_booking/v1/payment_group_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { wholePercent } from "../../../ui/format/checks/share.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useTags } from "../../customer/shared/useTags.ts";
import { changeOf, DEPOSITS, GROUPS, PREPAYS, TYPES, type Values, valuesOf } from "./group-values.ts";

type Props = { group: PaymentGroup; onClose: () => void; onSaved: () => void };

/** What a card is asked for of one group; a new one has version 0. */
export const GroupDrawer = ({ group, onClose, onSaved }: Props) => {
  const { kind, version } = group;
  const isNew = version === 0;
  const { currencyCode } = usePreferences();
  const update = useMutation(PaymentGroupService.method.updatePaymentGroupSetting, { meta: { success: "Payment saved" } });
  const remove = useMutation(PaymentGroupService.method.deletePaymentGroupSetting, { meta: { success: "Payment group removed" } });
  const tags = useTags(kind === PaymentGroupKind.FILTERED) ?? [];
  const form = useForm<Values>({ defaultValues: valuesOf(group) });
  const { control } = form;
  const [type, prepay, deposit] = useWatch({ control, name: ["type", "prepay", "deposit"] });
  const prepays = Number(type) === BookingPaymentType.PREPAY;
  const ofDeposit = prepays && Number(prepay) === PrepayType.DEPOSIT;
  const title = GROUPS[kind]?.title ?? "";
  const save = async (values: Values) => {
    await update.mutateAsync({ kind, ...changeOf(values, currencyCode), version });
    onSaved();
  };
  const drop = async () => {
    const body = "These clients then follow your other groups. Requests already sent don't change.";
    if (!(await confirm({ title: `Remove “${title}”?`, body, action: "Remove group", danger: true }))) return;
    await remove.mutateAsync({ kind });
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      title={title}
      form={form}
      saveLabel={isNew ? "Add group" : "Save group"}
      onSave={save}
      onClose={onClose}
      aside={
        !isNew && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Remove
          </Button>
        )
      }
    >
      {kind === PaymentGroupKind.FILTERED && (
        <FormChips control={control} name="tagIds" label="Tags" options={tags.map((tag) => ({ value: tag.id, label: tag.name }))} />
      )}
      <FormSelect control={control} name="type" label="Ask for" options={TYPES} />
      {prepays && <FormSelect control={control} name="prepay" label="Prepayment" options={PREPAYS} />}
      {ofDeposit && <FormSelect control={control} name="deposit" label="Deposit" options={DEPOSITS} />}
      {ofDeposit && Number(deposit) === DepositType.PERCENTAGE && (
        <FormText control={control} name="percentage" label="Percent" check={wholePercent} />
      )}
      {ofDeposit && Number(deposit) === DepositType.AMOUNT && <FormMoney control={control} name="amount" label="Amount" />}
      {Number(type) !== BookingPaymentType.NONE && (
        <FormText
          control={control}
          name="policy"
          label="What clients read before they give their card"
          multiline
          minRows={3}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
      )}
      {prepays && (
        <Typography color="textSecondary">
          The money is held with the request, charged when you accept, and released when you decline or after seven days.
        </Typography>
      )}
    </DrawerForm>
  );
};
