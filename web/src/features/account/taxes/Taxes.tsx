import { useMutation, useQuery } from "@connectrpc/connect-query";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import { type TaxRule, TaxRuleStatus } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useCan, useInfo } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { DataList } from "../../../ui/lists/DataList.tsx";
import type { Column } from "../../../ui/lists/data-list.ts";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { ChargeAll } from "./ChargeAll.tsx";
import { findUntaxed, type Untaxed } from "./charge-all.ts";
import { type ProposedTax, proposedTax } from "./proposed-tax.ts";

/** Percent from 0 to 100 with up to four decimals. */
const isRate = (value: string) => (/^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/.test(value) ? undefined : "A percentage like 10.25");

/** The taxes that services and products may carry. */
const Taxes = () => {
  const [open, setOpen] = useState<TaxRule | ProposedTax | "new">();
  const [charging, setCharging] = useState<{ taxId: string; untaxed: Untaxed[] }>();
  const mayCharge = useCan("accessServiceSettings");
  const taxes = useQuery(TaxService.method.listTaxRules);
  const offerCharge = (taxId: string, told: boolean) =>
    findUntaxed().then(
      (untaxed) => (untaxed.length > 0 ? setCharging({ taxId, untaxed }) : told && toast.info("All services and add-ons have a tax.")),
      () => toast.warning("We couldn't look up which services have no tax. Set it on them under Settings, Services."),
    );
  const none = taxes.data?.taxRules.length === 0;
  const { country } = usePreferences();
  const here = useQuery(LocationService.method.getLocation, { id: useInfo().business?.id ?? "0" }, { enabled: none });
  const proposed = here.data && proposedTax({ country, state: here.data.location?.address?.state ?? "" });
  const columns: Column<TaxRule>[] = [
    { key: "name", header: "Name", cell: (tax) => tax.taxName },
    { key: "state", header: "", cell: (tax) => tax.status === TaxRuleStatus.INACTIVE && <StatusChip>Not offered</StatusChip> },
    { key: "rate", header: "Rate", align: "right", cell: (tax) => `${tax.taxRate} %` },
  ];
  return (
    <SettingsFrame
      title="Taxes"
      maxWidth={640}
      actions={
        <Button variant="contained" color="primary" startIcon={<Icon name="plus" />} onClick={() => setOpen("new")}>
          Add tax
        </Button>
      }
    >
      <DataList
        label="Taxes"
        rows={taxes.data?.taxRules}
        rowKey={(tax) => tax.id}
        columns={columns}
        card={(tax) => (
          <Box sx={{ display: "flex" }}>
            <Typography sx={{ flex: 1 }}>{tax.taxName}</Typography>
            <Typography>{tax.taxRate} %</Typography>
          </Box>
        )}
        onOpen={setOpen}
        error={taxes.error}
        onRetry={() => void taxes.refetch()}
        empty={
          <EmptyState
            icon="finance"
            title="No taxes yet"
            text="Add your sales tax. You can charge it on all services, or choose it on some."
          >
            {proposed && (
              <Button variant="outlined" onClick={() => setOpen(proposed)}>
                Start with {proposed.taxName}, {proposed.taxRate} %
              </Button>
            )}
          </EmptyState>
        }
      />
      {open && (
        <TaxForm
          {...(open !== "new" && ("id" in open ? { tax: open } : { proposed: open }))}
          onClose={() => setOpen(undefined)}
          onSaved={() => void taxes.refetch()}
          {...(mayCharge && { onCharge: (taxId: string) => void offerCharge(taxId, open !== "new" && "id" in open) })}
        />
      )}
      {charging && <ChargeAll {...charging} onClose={() => setCharging(undefined)} />}
    </SettingsFrame>
  );
};

type FormProps = {
  tax?: TaxRule;
  proposed?: ProposedTax;
  onClose: () => void;
  onSaved: () => void;
  /** Asks to put a tax on what has none; absent for those who may not change services. */
  onCharge?: (taxId: string) => void;
};

const TaxForm = ({ tax, proposed, onClose, onSaved, onCharge }: FormProps) => {
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
      <FormText control={form.control} name="taxRate" label="Rate in percent" check={isRate} {...(proposed && { help: proposed.note })} />
      {tax && <FormSwitch control={form.control} name="offered" label="Offered for services" />}
    </DrawerForm>
  );
};

export default Taxes;
