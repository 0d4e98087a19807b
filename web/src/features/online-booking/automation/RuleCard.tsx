import { ProfileUpdateCondition, VaccineStatusCondition } from "@leashline/proto/leashline/online_booking/v1/automation_pb.js";
import { AcceptedClientType } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import Box from "@mui/material/Box";
import { type Control, useWatch } from "react-hook-form";
import { FormSelect, FormSwitch } from "../../../ui/form/fields.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { CARE_TYPES } from "../../offering/shared/care-types.ts";
import type { Values } from "./automation-values.ts";

const CLIENTS = [
  { value: String(AcceptedClientType.ALL), label: "Everybody" },
  { value: String(AcceptedClientType.EXISTING), label: "Clients you know" },
  { value: String(AcceptedClientType.NEW), label: "New clients" },
];
const PROFILE = [
  { value: String(ProfileUpdateCondition.ANY), label: "May be different from what you have" },
  { value: String(ProfileUpdateCondition.UNCHANGED), label: "Must be what you have on file" },
];
const VACCINES = [
  { value: String(VaccineStatusCondition.ANY), label: "Do not matter" },
  { value: String(VaccineStatusCondition.UP_TO_DATE), label: "Must be up to date" },
];

type RuleProps = { control: Control<Values>; at: number; careType: string };

/** What a request for one care type must meet to need nobody. */
export const RuleCard = ({ control, at, careType }: RuleProps) => {
  const on = useWatch({ control, name: `rules.${at}.isEnable` });
  const label = CARE_TYPES.find(({ id }) => id === careType)?.label ?? careType;
  return (
    <Section title={label}>
      <Box role="group" aria-label={label} sx={{ display: "grid", gap: 1.75 }}>
        <FormSwitch control={control} name={`rules.${at}.isEnable`} label="Accept these automatically" />
        {on && (
          <Box sx={{ display: "grid", gap: 1.75, gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "1fr 1fr" } }}>
            <FormSelect control={control} name={`rules.${at}.clients`} label="From" options={CLIENTS} />
            <FormSelect control={control} name={`rules.${at}.profile`} label="What a known client gives" options={PROFILE} />
            <FormSelect
              control={control}
              name={`rules.${at}.vaccines`}
              label="Vaccines"
              options={VACCINES}
              help="The ones you require for scheduling, valid on the day of the visit"
            />
          </Box>
        )}
      </Box>
    </Section>
  );
};
