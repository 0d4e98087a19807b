import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { TaxRule } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { type AddOn, AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type FormEvent, useCallback } from "react";
import { useSearchParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { parseMoney } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useGo } from "../../../ui/links/Link.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { startingTax } from "../shared/starting-tax.ts";
import { AddOnFacts } from "./AddOnFacts.tsx";
import { AddOnOnline } from "./AddOnOnline.tsx";
import { BOARDING, MASK, type Values, valuesOf } from "./add-on-values.ts";

/** Care types that have add-ons (growth §6). */
const WITH_ADD_ONS = ["GROOMING", "BOARDING", "DAYCARE"];
/** /createOrEditAddon?careType=&id= */
const AddOnEdit = () => {
  const [query] = useSearchParams();
  const id = query.get("id") ?? "";
  const asked = query.get("careType") ?? "";
  const careType = WITH_ADD_ONS.includes(asked) ? asked : "GROOMING";
  const found = useQuery(AddOnService.method.batchGetAddOns, { ids: [id] }, { enabled: id !== "" });
  const taxes = useQuery(TaxService.method.listTaxRules);
  const known = found.data?.addOns[0];
  const back = pathTo("/setting/services/:panel?/:childPanel?", { panel: careType.toLowerCase(), childPanel: "addons" });
  return (
    <SettingsFrame title={id ? (known?.name ?? "Add-on") : "New add-on"} back={back}>
      {(id === "" ? !taxes.isPending : known) ? (
        <Form
          key={known?.id ?? "new"}
          careType={known?.careType ?? careType}
          {...(known && { known })}
          taxes={taxes.data?.taxRules ?? []}
          back={back}
          onSaved={() => void found.refetch()}
        />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </SettingsFrame>
  );
};

type FormProps = { careType: string; known?: AddOn; taxes: readonly TaxRule[]; back: string; onSaved: () => void };

const Form = ({ careType, known, taxes, back, onSaved }: FormProps) => {
  const go = useGo();
  const { currencyCode } = usePreferences();
  const services = useQuery(CatalogService.method.listServices, { careType, includeInactive: true }).data?.services ?? [];
  const create = useMutation(AddOnService.method.createAddOn);
  const update = useMutation(AddOnService.method.updateAddOn);
  const remove = useMutation(AddOnService.method.deleteAddOn, { meta: { success: "Add-on deleted" } });
  const [form, theirs] = useLiveForm<Values>(valuesOf(known, startingTax(taxes)));
  const { control } = form;
  const onSave = useCallback(
    async ({ price, duration, showBasePrice, stayDay, ...plain }: Values) => {
      const money = parseMoney(price || "0", currencyCode);
      const onStays = careType === BOARDING && { stayDay: Number(stayDay) };
      const numbers = { duration: Number(duration) || 0, showBasePrice: Number(showBasePrice), ...onStays };
      const addOn = { ...plain, ...numbers, ...(money && { price: money }) };
      if (known)
        await update.mutateAsync({
          id: known.id,
          addOn,
          version: known.version,
          updateMask: { paths: onStays ? [...MASK, "stay_day"] : MASK },
        });
      else await create.mutateAsync({ addOn: { ...addOn, careType } });
      toast.success(known ? "Add-on saved" : "Add-on added");
      onSaved();
    },
    [known, careType, currencyCode, create.mutateAsync, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const saveAndLeave = async (event: FormEvent) => {
    if (known) return submit(event);
    event.preventDefault();
    if (await save()) go(back);
  };
  const drop = async () => {
    const sure =
      known &&
      (await confirm({
        title: `Delete ${known.name}?`,
        body: "Appointments that already use it keep it.",
        action: "Delete add-on",
        danger: true,
      }));
    if (sure) remove.mutate({ id: known.id }, { onSuccess: () => go(back) });
  };
  return (
    <Box component="form" noValidate onSubmit={saveAndLeave} sx={{ display: "grid", gap: 2 }}>
      <AddOnFacts control={control} careType={careType} services={services} taxes={taxes} />
      <AddOnOnline control={control} />
      <Box sx={{ display: "flex", alignItems: "center" }}>
        {known && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )}
        <Box sx={{ ml: "auto" }}>
          <Overtaken fields={theirs} />
          <SaveBar label={known ? "Save add-on" : "Add add-on"} dirty={dirty} busy={busy} />
        </Box>
      </Box>
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default AddOnEdit;
