import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { TaxRule } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import {
  type ServiceCharge,
  ServiceChargeService,
  SurchargeType,
} from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useCallback } from "react";
import { useParams, useSearchParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { useLiveForm } from "../../../ui/form/live.tsx";
import { FormMoney, FormTime } from "../../../ui/form/more-fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { required } from "../../../ui/format/validate.ts";
import { useGo } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { startingTax, taxOptions } from "../shared/starting-tax.ts";
import { AutoFields } from "./AutoFields.tsx";
import { appliesOf, isForCare, onWire, SURCHARGES, surchargeOf, type Values, valuesOf } from "./charge-values.ts";

const BACK = pathTo("/setting/services/:panel?/:childPanel?", { panel: "service-charges" });
const NONE = SurchargeType.UNSPECIFIED;
const EVERYTHING = [
  "name",
  "price",
  "is_active",
  "surcharge_type",
  "time",
  "apply_type",
  "auto_apply",
  "care_types",
  "business_ids",
  "tax_id",
];

/** /createOrEditServiceCharge?id= and /createOrEditSurcharges/{surchargeType?}?id= */
const ServiceChargeEdit = () => {
  const { surchargeType } = useParams();
  const [query] = useSearchParams();
  const id = query.get("id") ?? "";
  const found = useQuery(ServiceChargeService.method.getServiceCharge, { serviceChargeId: id }, { enabled: id !== "" });
  const taxes = useQuery(TaxService.method.listTaxRules, {});
  const known = found.data?.serviceCharge;
  const type = known?.surchargeType ?? SURCHARGES.find((one) => one.path === surchargeType)?.type ?? NONE;
  return (
    <SettingsFrame title={known?.name ?? surchargeOf(type)?.label ?? "New service charge"} back={BACK}>
      {taxes.data && (id === "" || known) ? (
        <Form key={known?.serviceChargeId ?? "new"} type={type} taxes={taxes.data.taxRules} {...(known && { known })} />
      ) : found.error || taxes.error ? (
        <ErrorState error={found.error ?? taxes.error} onRetry={() => void Promise.all([found.refetch(), taxes.refetch()])} />
      ) : (
        <FormSkeleton />
      )}
    </SettingsFrame>
  );
};

const Form = ({ known, type, taxes }: { known?: ServiceCharge; type: SurchargeType; taxes: readonly TaxRule[] }) => {
  const go = useGo();
  const { currencyCode } = usePreferences();
  const create = useMutation(ServiceChargeService.method.createServiceCharge);
  const update = useMutation(ServiceChargeService.method.updateServiceCharge);
  const remove = useMutation(ServiceChargeService.method.deleteServiceCharge, { meta: { success: "Service charge deleted" } });
  const [form] = useLiveForm<Values>(valuesOf(known, type, startingTax(taxes)));
  const { control } = form;
  const surcharge = surchargeOf(type);
  const onSave = useCallback(
    async (values: Values) => {
      const body = onWire(values, type, currencyCode);
      if (known)
        await update.mutateAsync({
          ...body,
          serviceChargeId: known.serviceChargeId,
          version: known.version,
          updateMask: { paths: EVERYTHING },
        });
      else await create.mutateAsync(body);
      toast.success(known ? "Service charge saved" : "Service charge added");
      go(BACK);
    },
    [known, type, currencyCode, create.mutateAsync, update.mutateAsync, go],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const drop = async () => {
    const body = "Bills keep what is on them.";
    if (!known || !(await confirm({ title: `Delete ${known.name}?`, body, action: "Delete service charge", danger: true }))) return;
    remove.mutate({ serviceChargeId: known.serviceChargeId }, { onSuccess: () => go(BACK) });
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <Section title={surcharge?.label ?? "Service charge"}>
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormText control={control} name="name" label="Name" autoFocus={!known} check={required("The name")} help="Shown on the bill" />
          <FormMoney control={control} name="price" label="Price" check={required("The price")} />
          {surcharge?.time && <FormTime control={control} name="time" label={surcharge.time} />}
          <FormSelect control={control} name="applyType" label="Charged" options={appliesOf(type)} />
          <FormSelect control={control} name="taxId" label="Tax" options={taxOptions(taxes)} />
          <AutoFields control={control} always={surcharge !== undefined} />
          <FormSwitch
            control={control}
            name="isActive"
            label={isForCare(type) ? "Active: on the bills of visits booked from now on" : "Active: offered at checkout"}
          />
        </Box>
      </Section>
      <Box sx={{ display: "flex", alignItems: "center" }}>
        {known && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )}
        <Box sx={{ ml: "auto" }}>
          <SaveBar label={known ? "Save charge" : "Add charge"} dirty={dirty} busy={busy} always={!known} />
        </Box>
      </Box>
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default ServiceChargeEdit;
