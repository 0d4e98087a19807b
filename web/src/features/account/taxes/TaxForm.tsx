import { useMutation } from "@connectrpc/connect-query";
import { type TaxRule, TaxRuleStatus } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import Button from "@mui/material/Button";
import { useForm } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { percent } from "../../../ui/format/checks/share.ts";
import { all, required } from "../../../ui/format/validate.ts";
import type { ProposedTax } from "./proposed-tax.ts";

type FormProps = {
  tax?: TaxRule;
  proposed?: ProposedTax;
  onClose: () => void;
  onSaved: () => void;
  /** Asks to put a tax on what has none; absent for those who may not change services. */
  onCharge?: (taxId: string) => void;
};

/** One tax, new or changed. */
export const TaxForm = ({ tax, proposed, onClose, onSaved, onCharge }: FormProps) => {
  const add = useMutation(TaxService.method.addTaxRule, { onSuccess: onSaved });
  const update = useMutation(TaxService.method.updateTaxRule, { onSuccess: onSaved });
  const remove = useMutation(TaxService.method.deleteTaxRule, { onSuccess: onSaved, meta: { success: "Tax deleted" } });
  const form = useForm({
    defaultValues: {
      taxName: (tax ?? proposed)?.taxName ?? "",
      taxRate: (tax ?? proposed)?.taxRate ?? "",
      offered: tax?.status !== TaxRuleStatus.INACTIVE,
    },
  });
  const save = async ({ taxName, taxRate, offered }: { taxName: string; taxRate: string; offered: boolean }) => {
    const status = offered ? TaxRuleStatus.ACTIVE : TaxRuleStatus.INACTIVE;
    if (tax) await update.mutateAsync({ id: tax.id, taxName, taxRate, status, version: tax.version });
    else {
      const { taxRule } = await add.mutateAsync({ taxName, taxRate });
      if (taxRule) onCharge?.(taxRule.id);
    }
  };
  const chargeAll = (id: string) => {
    onCharge?.(id);
    onClose();
  };
  const drop = async () => {
    const sure =
      tax &&
      (await confirm({ title: `Delete ${tax.taxName}?`, body: "Orders that already use it keep it.", action: "Delete tax", danger: true }));
    if (sure) remove.mutate({ id: tax.id }, { onSuccess: onClose });
  };
  return (
    <DrawerForm
      open
      title={tax ? "Tax" : "New tax"}
      form={form}
      saveLabel={tax ? "Save tax" : "Add tax"}
      onSave={save}
      onClose={onClose}
      aside={
        tax && (
          <>
            <Button color="error" variant="text" onClick={() => void drop()}>
              Delete
            </Button>
            {onCharge && tax.status === TaxRuleStatus.ACTIVE && (
              <Button variant="text" onClick={() => chargeAll(tax.id)}>
                Charge on all
              </Button>
            )}
          </>
        )
      }
    >
      <FormText control={form.control} name="taxName" label="Name" autoFocus check={required("The name")} />
      <FormText
        control={form.control}
        name="taxRate"
        label="Rate in percent"
        check={all(required("The rate"), percent(4))}
        {...(proposed && { help: proposed.note })}
      />
      {tax && <FormSwitch control={form.control} name="offered" label="Offered for services" />}
    </DrawerForm>
  );
};
