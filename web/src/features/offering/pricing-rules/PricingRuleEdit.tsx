import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { PricingRule, PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import { BOARDING } from "@leashline/proto/rules/stay-price.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useCallback, useState } from "react";
import { useWatch } from "react-hook-form";
import { useParams, useSearchParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useLiveForm } from "../../../ui/form/live.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useGo } from "../../../ui/links/Link.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { DayTry } from "./DayTry.tsx";
import { NotActivated } from "./NotActivated.tsx";
import { RuleFields } from "./RuleFields.tsx";
import { RuleTry } from "./RuleTry.tsx";
import { KINDS, kindOf, type Values, valuesOf } from "./rule-values.ts";
import { type StaysOff, useSaveRule } from "./useSaveRule.ts";

const BACK = pathTo("/setting/services/:panel?/:childPanel?", { panel: "pricing-rules" });

/** /createOrEditPricingRuleV2/{ruleType?}?id= */
const PricingRuleEdit = () => {
  const { ruleType } = useParams();
  const [query] = useSearchParams();
  const id = query.get("id") ?? "";
  const go = useGo();
  const [notActive, setNotActive] = useState<string>();
  const found = useQuery(PricingRuleService.method.getPricingRule, { pricingRuleId: id }, { enabled: id !== "" });
  const known = found.data?.pricingRule;
  // What was refused to be active is saved all the same: the page is that rule's from then on.
  const onStaysOff = useCallback(
    ({ pricingRuleId, reason }: StaysOff) => {
      setNotActive(reason);
      go(pathTo("/createOrEditPricingRuleV2/:ruleType?", { ruleType: ruleType ?? "" }, { id: pricingRuleId }), { replace: true });
    },
    [go, ruleType],
  );
  const kind = known ? kindOf(known.ruleType) : (KINDS.find((one) => one.path === ruleType) ?? KINDS[0]);
  return (
    <SettingsFrame title={known?.name ?? kind.label} back={BACK}>
      {id === "" || known ? (
        <Form key={known?.pricingRuleId ?? "new"} type={kind.type} help={kind.help} onStaysOff={onStaysOff} {...(known && { known })} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <FormSkeleton />
      )}
      <NotActivated reason={notActive} onClose={() => setNotActive(undefined)} />
    </SettingsFrame>
  );
};

type FormProps = { known?: PricingRule; type: PricingRuleType; help: string; onStaysOff: (what: StaysOff) => void };

const Form = ({ known, type, help, onStaysOff }: FormProps) => {
  const go = useGo();
  const format = useFormat();
  const today = format.now().date;
  const remove = useMutation(PricingRuleService.method.deletePricingRule, { meta: { success: "Pricing rule deleted" } });
  const [form] = useLiveForm<Values>(valuesOf(known, type));
  const { control } = form;
  const careType = useWatch({ control, name: "careType" });
  const services = useQuery(CatalogService.method.listServices, { careType, pageSize: 1000 }).data?.services ?? [];
  // What was charged last month is known of stays.
  const Try = careType === BOARDING ? RuleTry : DayTry;
  const write = useSaveRule(type, known);
  const onSave = useCallback(
    async (values: Values) => {
      const off = await write(values);
      if (off) {
        form.reset({ ...values, active: false });
        onStaysOff(off);
        return false;
      }
      go(BACK);
      void (await import("../shared/offer-reprice.ts")).offerReprice({ serviceId: "0" }, format);
      return true;
    },
    [write, go, form, format, onStaysOff],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const drop = async () => {
    const body = "Prices that are booked stay as they are.";
    if (!known || !(await confirm({ title: `Delete ${known.name}?`, body, action: "Delete pricing rule", danger: true }))) return;
    remove.mutate({ pricingRuleId: known.pricingRuleId }, { onSuccess: () => go(BACK) });
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <RuleFields isNew={!known} {...{ form, type, careType, help, services, today }} />
      <Try control={control} type={type} id={known?.pricingRuleId ?? ""} services={services} today={today} />
      <Box sx={{ display: "flex", alignItems: "center" }}>
        {known && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )}
        <Box sx={{ ml: "auto" }}>
          <SaveBar label={known ? "Save rule" : "Add rule"} dirty={dirty} busy={busy} />
        </Box>
      </Box>
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default PricingRuleEdit;
