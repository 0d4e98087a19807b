import { useMutation } from "@connectrpc/connect-query";
import { type DrivingRule, DrivingRuleService } from "@leashline/proto/leashline/calendar/v1/driving_rule_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useForm, useWatch } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { required } from "../../../ui/format/validate.ts";
import { bothLimits, type DistanceUnit, milesOf, unitWords, wholeIn } from "../shared/signs/distance.ts";
import { useVans } from "./useVans.ts";

type Props = { rule?: DrivingRule; onClose: () => void; onSaved: () => void };

const wholeUpTo = (most: number) => (text: string) =>
  /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most ? undefined : `A whole number from 1 to ${most}`;

const USUAL = { maxDist: 30, maxTime: 45 };
/** How far and how long a van drives without a rule. */
export const usualLimits = (unit: DistanceUnit): string => bothLimits(USUAL, unit);

/** One driving rule: how far from stop to stop, and for which vans. */
export const RuleDrawer = ({ rule, onClose, onSaved }: Props) => {
  const { options, assign } = useVans();
  const { distanceUnit: unit } = usePreferences();
  const save = useMutation(DrivingRuleService.method.saveDrivingRule, {
    meta: { success: rule ? "Driving rule saved" : "Driving rule added" },
  });
  const remove = useMutation(DrivingRuleService.method.deleteDrivingRule, { meta: { success: "Driving rule deleted" } });
  const form = useForm({
    defaultValues: {
      name: rule?.name ?? "",
      maxDist: String(wholeIn(unit, rule?.maxDist ?? USUAL.maxDist)),
      maxTime: String(rule?.maxTime ?? USUAL.maxTime),
      vanIds: rule?.assignedVanIdList ?? [],
    },
  });
  const { control } = form;
  const typed = useWatch({ control, name: "maxDist" });
  const kept = wholeIn(unit, milesOf(unit, Number(typed)));
  const onSave = async ({ vanIds, ...values }: { name: string; maxDist: string; maxTime: string; vanIds: string[] }) => {
    const body = { name: values.name, maxDist: milesOf(unit, Number(values.maxDist)), maxTime: Number(values.maxTime) };
    const saved = await save.mutateAsync({ ...body, drivingRuleId: rule?.drivingRuleId ?? "0", version: rule?.version ?? 0 });
    await assign("drivingRuleId", saved.rule?.drivingRuleId ?? "0", vanIds);
    onSaved();
  };
  const drop = async () => {
    const body = `Its vans then drive up to ${usualLimits(unit)} from stop to stop.`;
    if (!rule || !(await confirm({ title: `Delete ${rule.name}?`, body, action: "Delete driving rule", danger: true }))) return;
    await remove.mutateAsync({ drivingRuleId: rule.drivingRuleId });
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      title={rule ? rule.name : "New driving rule"}
      form={form}
      saveLabel={rule ? "Save driving rule" : "Add driving rule"}
      onSave={onSave}
      onClose={onClose}
      aside={
        rule && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText control={control} name="name" label="Name" autoFocus={!rule} check={required("A name")} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormText
          control={control}
          name="maxDist"
          label={`Most ${unitWords[unit]}`}
          check={wholeUpTo(wholeIn(unit, 500))}
          {...(Number(typed) > 0 && kept !== Number(typed) && { help: `Kept in whole miles: about ${kept}` })}
        />
        <FormText control={control} name="maxTime" label="Most minutes" check={wholeUpTo(600)} />
      </Box>
      <Typography variant="body2" color="textSecondary">
        How far a van may drive from one stop to the next; both limits hold.
      </Typography>
      {options.length > 0 && <FormChips control={control} name="vanIds" label="For these vans" options={options} />}
    </DrawerForm>
  );
};
