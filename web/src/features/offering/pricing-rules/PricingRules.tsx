import { useMutation, useQuery } from "@connectrpc/connect-query";
import { DiscountSetting, type PricingRule } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import { PricingRuleService } from "@leashline/proto/leashline/offering/v1/pricing_rule_service_pb.js";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { LinkButton, TextLink } from "../../../ui/links/Link.tsx";
import { MoveButtons } from "../../../ui/lists/MoveButtons.tsx";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { RepriceNote } from "../shared/RepriceNote.tsx";
import { NotActivated } from "./NotActivated.tsx";
import { careLabel, KINDS, kindOf } from "./rule-values.ts";
import { whyNot } from "./useSaveRule.ts";

const SETTINGS = [
  { value: DiscountSetting.APPLY_BEST_ONLY, label: "Only the best discount" },
  { value: DiscountSetting.APPLY_SEQUENCE, label: "All, one after the other" },
];
const MOST = 1000;

/** /setting/services/pricing-rules: what makes nights and visits dearer or cheaper. */
export const PricingRules = () => {
  const list = useQuery(PricingRuleService.method.listPricingRules, { pageSize: MOST });
  const reload = () => void list.refetch();
  const setting = useMutation(PricingRuleService.method.setDiscountSetting, { meta: { success: "Saved" }, onSuccess: reload });
  const rows = list.data?.pricingRules ?? [];
  const { turn, refused, dismiss } = useTurn(reload);
  const sort = useMutation(PricingRuleService.method.sortPricingRules, { onSuccess: reload });
  const ids = rows.map(({ pricingRuleId }) => pricingRuleId);
  const moves = {
    count: rows.length,
    disabled: sort.isPending || list.isFetching,
    onMove: (from: number, to: number) => sort.mutate({ idList: moved(ids, from, to) }),
  };
  return (
    <SettingsFrame title="Pricing rules" maxWidth={1000}>
      <RepriceNote serviceId="0" />
      <Section title="Add a rule">
        <Typography color="textSecondary" sx={{ mb: 1.25 }}>
          Each rule is for one kind of care and applies to what is booked from then on, in the order of the list below. Prices that are
          booked stay as they are, and add-ons and classes keep their own price.
        </Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          {KINDS.map(({ path, label }) => (
            <LinkButton key={path} to={pathTo("/createOrEditPricingRuleV2/:ruleType?", { ruleType: path })}>
              {label}
            </LinkButton>
          ))}
        </Box>
      </Section>
      {list.error && !list.data && <ErrorState error={list.error} onRetry={reload} />}
      {!list.data && !list.error && <FormSkeleton />}
      {list.data?.pricingRules.length === 0 && <EmptyState icon="list" title="No pricing rules yet" text="Add the first one above." />}
      {rows.length > 0 && (
        <Box component="ul" aria-label="Pricing rules" sx={{ listStyle: "none", m: 0, p: 0, mt: 2 }}>
          {rows.map((one, at) => (
            <Row key={one.pricingRuleId} rule={one} onTurn={(on) => void turn(one, on)}>
              {rows.length > 1 && <MoveButtons name={one.name} at={at} {...moves} />}
            </Row>
          ))}
        </Box>
      )}
      {list.data && rows.length > 0 && (
        <TextField
          select
          label="When several discounts fit"
          value={list.data.discountSetting}
          onChange={({ target }) => setting.mutate({ discountSetting: Number(target.value) })}
          sx={{ mt: 2, width: { xs: "100%", md: 320 } }}
        >
          {SETTINGS.map(({ value, label }) => (
            <MenuItem key={value} value={value}>
              {label}
            </MenuItem>
          ))}
        </TextField>
      )}
      <NotActivated reason={refused} onClose={dismiss} />
    </SettingsFrame>
  );
};

type RowProps = { rule: PricingRule; onTurn: (on: boolean) => void; children: React.ReactNode };

const Row = ({ rule, onTurn, children }: RowProps) => {
  const { path, label } = kindOf(rule.ruleType);
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "center", gap: 1, py: 0.75, borderBottom: 1, borderColor: "lineSoft" }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextLink
          to={pathTo("/createOrEditPricingRuleV2/:ruleType?", { ruleType: path }, { id: rule.pricingRuleId })}
          color="inherit"
          sx={{ fontWeight: 600 }}
        >
          {rule.name}
        </TextLink>
        <Typography variant="body2" color="textSecondary">
          {[careLabel(rule.serviceItemType), label, stateOf(rule)].join(" · ")}
        </Typography>
      </Box>
      {children}
      <Switch checked={rule.active} onChange={(_, on) => onTurn(on)} slotProps={{ input: { "aria-label": `${rule.name} active` } }} />
    </Box>
  );
};

const stateOf = (one: PricingRule): string => (one.active ? "Active" : one.invalidReason ? `Off: ${one.invalidReason}` : "Off");

/** Turns rules on and off; a refusal says why one stays off. */
const useTurn = (done: () => void) => {
  const activate = useMutation(PricingRuleService.method.activatePricingRule, { meta: { quiet: true } });
  const update = useMutation(PricingRuleService.method.updatePricingRule);
  const [refused, setRefused] = useState<string>();
  const turn = async ({ pricingRuleId, version }: PricingRule, on: boolean) => {
    try {
      if (on) await activate.mutateAsync({ pricingRuleId, version });
      else await update.mutateAsync({ pricingRuleId, version, active: false });
    } catch (error) {
      setRefused(on ? whyNot(error) : undefined);
    }
    done();
  };
  return { turn, refused, dismiss: () => setRefused(undefined) };
};
