import type { PricingRuleType } from "@leashline/proto/leashline/offering/v1/pricing_rule_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import type { UseFormReturn } from "react-hook-form";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { RuleItems } from "./RuleItems.tsx";
import { careLabel, careOptions, type Values } from "./rule-values.ts";

type Props = {
  form: UseFormReturn<Values>;
  type: PricingRuleType;
  /** The care that it is for, which is chosen once. */
  careType: string;
  isNew: boolean;
  help: string;
  services: readonly Service[];
  today: string;
};

/** What a rule is called, for which care and services, and its conditions. */
export const RuleFields = ({ form, type, careType, isNew, help, services, today }: Props) => {
  const { control } = form;
  const options = careOptions(type);
  return (
    <Section title="Rule">
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {help}
      </Typography>
      <Box sx={{ display: "grid", gap: 1.75 }}>
        <FormText control={control} name="name" label="Name" autoFocus={isNew} check={required("The name")} help="Shown on the bill" />
        {options.length > 1 && (
          <TextField
            select
            label="Care"
            value={careType}
            disabled={!isNew}
            helperText={isNew ? "Add-ons keep their own price" : "To price other care, add another rule"}
            onChange={({ target }) => {
              form.setValue("careType", target.value, { shouldDirty: true });
              form.setValue("serviceIds", [], { shouldDirty: true });
            }}
          >
            {options.map(({ id, label }) => (
              <MenuItem key={id} value={id}>
                {label}
              </MenuItem>
            ))}
          </TextField>
        )}
        <FormChips
          control={control}
          name="serviceIds"
          label="For"
          every={`Every ${careLabel(careType).toLowerCase()} service`}
          options={services.map((one) => ({ value: one.id, label: one.name }))}
        />
        <RuleItems control={control} type={type} careType={careType} today={today} />
        <FormSwitch control={control} name="active" label="Active: applies to what is booked from now on" />
      </Box>
    </Section>
  );
};
