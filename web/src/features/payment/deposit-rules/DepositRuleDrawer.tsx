import { useMutation } from "@connectrpc/connect-query";
import { type DepositRule, DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import Button from "@mui/material/Button";
import { useForm, useWatch } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { all, required } from "../../../ui/format/validate.ts";
import { asked } from "./asked.ts";

type Values = { name: string; type: string; value: string; newClientsOnly: boolean };
const types = [
  { value: "percentage", label: "Percent of the bill" },
  { value: "amount", label: "Fixed amount" },
];
type Props = { depositRule?: DepositRule; onClose: () => void; onSaved: () => void };

/** One deposit rule, new or changed. */
export const DepositRuleDrawer = ({ depositRule: one, onClose, onSaved }: Props) => {
  const create = useMutation(DepositRuleService.method.createDepositRule, { meta: { success: "Deposit rule added" } });
  const update = useMutation(DepositRuleService.method.updateDepositRule, { meta: { success: "Deposit rule saved" } });
  const remove = useMutation(DepositRuleService.method.deleteDepositRule, { meta: { success: "Deposit rule deleted" } });
  const form = useForm<Values>({
    defaultValues: {
      name: one?.name ?? "",
      type: one?.type ?? "percentage",
      value: one?.value ?? "",
      newClientsOnly: one?.newClientsOnly ?? false,
    },
  });
  const { currencyCode } = usePreferences();
  const type = useWatch({ control: form.control, name: "type" });
  const save = async (values: Values) => {
    if (one) await update.mutateAsync({ ...values, depositRuleId: one.depositRuleId, version: one.version });
    else await create.mutateAsync(values);
    onSaved();
  };
  const drop = async () => {
    if (!one || !(await confirm({ title: `Delete ${one.name}?`, action: "Delete deposit rule", danger: true }))) return;
    await remove.mutateAsync({ depositRuleId: one.depositRuleId });
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      addressed={one !== undefined}
      title={one ? one.name : "New deposit rule"}
      form={form}
      saveLabel={one ? "Save deposit rule" : "Add deposit rule"}
      onSave={save}
      onClose={onClose}
      aside={
        one && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText control={form.control} name="name" label="Name" autoFocus={!one} check={required("A name")} />
      <FormSelect control={form.control} name="type" label="Deposit" options={types} />
      <FormText
        control={form.control}
        name="value"
        label={type === "amount" ? "Amount" : "Percent"}
        check={all(required(type === "amount" ? "The amount" : "The percentage"), asked(type, currencyCode))}
      />
      <FormSwitch control={form.control} name="newClientsOnly" label="Only a client’s first appointment" />
    </DrawerForm>
  );
};
