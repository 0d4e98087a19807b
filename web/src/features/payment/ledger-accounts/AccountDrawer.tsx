import { useMutation } from "@connectrpc/connect-query";
import { AccountingService } from "@leashline/proto/leashline/payment/v1/accounting_service_pb.js";
import { type LedgerAccount, LedgerAccountService } from "@leashline/proto/leashline/payment/v1/ledger_account_service_pb.js";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { refreshServices } from "../../../app/calls/refresh.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { accountNumber, type OwnTexts, ownTexts } from "./ledger-accounts.ts";

type Props = { account: LedgerAccount; onClose: () => void };
const paths = ["name", "number", "description"];

/** What one account is called at this location. An empty field is the standard again. */
export const AccountDrawer = ({ account: now, onClose }: Props) => {
  // As it was when the form began: what somebody changed meanwhile is not written over unseen.
  const [one] = useState(now);
  const client = useQueryClient();
  const onSuccess = () => void refreshServices(client, [LedgerAccountService.typeName, AccountingService.typeName]);
  const undo = useMutation(LedgerAccountService.method.updateLedgerAccount, { onSuccess, meta: { success: "Undone" } });
  const update = useMutation(LedgerAccountService.method.updateLedgerAccount, { onSuccess });
  const before = ownTexts(one);
  const form = useForm<OwnTexts>({ defaultValues: before });
  const { control } = form;
  const { account, businessId } = one;
  const save = async ({ name, number, description }: OwnTexts) => {
    const texts = { name: name.trim(), number: number.trim(), description: description.trim() };
    const answer = await update.mutateAsync({ account, businessId, ...texts, version: one.version, updateMask: { paths } });
    const version = answer.account?.version ?? 0;
    toast.success("Account saved", {
      undo: () => undo.mutate({ account, businessId, ...before, version, updateMask: { paths } }),
    });
  };
  return (
    <DrawerForm open addressed title={one.name} form={form} saveLabel="Save account" onSave={save} onClose={onClose}>
      <Typography color="textSecondary">
        Standard: {one.standardNumber} {one.standardName}. Leave a field empty to use it.
      </Typography>
      <FormText
        control={control}
        name="name"
        label="Name"
        autoFocus
        placeholder={one.standardName}
        slotProps={{ htmlInput: { maxLength: 60 }, inputLabel: { shrink: true } }}
      />
      <FormText
        control={control}
        name="number"
        label="Number"
        placeholder={one.standardNumber}
        check={(value) => accountNumber(value.trim())}
        help="As your bookkeeper numbers it"
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <FormText
        control={control}
        name="description"
        label="Description"
        multiline
        minRows={2}
        help="Optional"
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </DrawerForm>
  );
};
