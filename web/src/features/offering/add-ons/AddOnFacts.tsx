import type { TaxRule } from "@leashline/proto/leashline/account/v1/tax_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import type { Control } from "react-hook-form";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormColour } from "../../../ui/form/FormColour.tsx";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { FormMoney } from "../../../ui/form/more-fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { taxOptions } from "../shared/starting-tax.ts";
import { STAY_DAYS } from "../shared/stay-days.ts";
import { BOARDING, isMinutes, type Values } from "./add-on-values.ts";

type Props = { control: Control<Values>; careType: string; services: readonly Service[]; taxes: readonly TaxRule[] };

/** During a stay or a day of daycare it makes nothing longer. */
const minutesLabel = (careType: string): string => (careType === "GROOMING" ? "Adds minutes" : "Minutes of work");

/** What an add-on is, what it costs and what it goes with. */
export const AddOnFacts = ({ control, careType, services, taxes }: Props) => (
  <Section title="Add-on">
    <Box sx={{ display: "grid", gap: 1.75 }}>
      <FormText control={control} name="name" label="Name" check={required("The name")} />
      <FormText control={control} name="description" label="Description for clients" multiline minRows={2} />
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr 1fr", md: "1fr 1fr 1.4fr" }, gap: 1.75 }}>
        <FormMoney control={control} name="price" label="Price" check={required("The price")} />
        <FormText control={control} name="duration" label={minutesLabel(careType)} check={isMinutes} />
        <FormSelect control={control} name="taxId" label="Tax" options={taxOptions(taxes)} />
      </Box>
      {careType === BOARDING && <FormSelect control={control} name="stayDay" label="When in the stay" options={STAY_DAYS} />}
      <FormColour control={control} name="colorCode" label="Color" />
      <FormChips
        control={control}
        name="applicableServiceIds"
        label="Goes with"
        every="Every service"
        options={services.map((one) => ({ value: one.id, label: one.name }))}
      />
      <Box sx={{ display: "grid" }}>
        <FormSwitch control={control} name="isRequiredStaff" label="Needs a staff member of its own" />
        <FormSwitch control={control} name="inactive" label="Inactive: kept, but can't be booked" />
      </Box>
    </Box>
  </Section>
);
