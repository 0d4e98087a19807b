import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { Control } from "react-hook-form";
import { FormChips } from "../../../../ui/form/FormChips.tsx";
import { FormSelect, FormSwitch, FormText } from "../../../../ui/form/fields.tsx";
import type { Check } from "../../../../ui/format/validate.ts";
import { Section } from "../../../../ui/page/Section.tsx";
import { isWithStaff } from "../../shared/care-types.ts";
import { useCompanyServices } from "../../shared/useServices.ts";
import { isBundled, type ServiceValues } from "../service-values.ts";
import { AddedServices } from "./AddedServices.tsx";

const between =
  (least: number, most: number): Check =>
  (value) =>
    /^\d{1,4}$/.test(value) && Number(value) >= least && Number(value) <= most ? undefined : `A number from ${least} to ${most}`;

/** What a new class of this service begins with, and which classes come first. `id`: the service itself; empty for a new one. */
const ClassFields = ({ control, id }: { control: Control<ServiceValues>; id: string }) => {
  const others = useCompanyServices().data?.services.filter((one) => one.careType === "GROUP_CLASS" && one.id !== id) ?? [];
  return (
    <Section title="Class">
      <Box sx={{ display: "grid", gap: 1.75 }}>
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.75 }}>
          <FormText control={control} name="numSessions" label="Sessions" check={between(1, 60)} help="Once a week" />
          <FormText control={control} name="capacity" label="Maximum pets" check={between(1, 500)} />
        </Box>
        {others.length > 0 && (
          <FormChips
            control={control}
            name="prerequisiteClassIds"
            label="Completed before"
            every="No other class"
            options={others.map((one) => ({ value: one.id, label: one.name }))}
          />
        )}
      </Box>
    </Section>
  );
};

type Props = { control: Control<ServiceValues>; careType: string; id: string };

/** What a service asks for and comes with, as far as its care type has any of it. `id`: the service itself; empty for a new one. */
export const ServiceRules = ({ control, careType, id }: Props) => (
  <>
    {careType === "BOARDING" && (
      <>
        <Section title="Room">
          <FormSwitch
            control={control}
            name="ownLodging"
            label="Needs its own room: not an area, and not shared with another family’s pets"
          />
        </Section>
        <AddedServices control={control} id={id} />
      </>
    )}
    {careType === "DAYCARE" && <Rollover control={control} id={id} />}
    {isWithStaff({ careType }) && (
      <Section title="Staff">
        <FormSwitch
          control={control}
          name="ownStaff"
          label="Only the staff who do this service can be booked for it, and someone must be chosen"
        />
      </Section>
    )}
    {careType === "GROUP_CLASS" && <ClassFields control={control} id={id} />}
    {isBundled(careType) && <Bundle control={control} id={id} />}
  </>
);

const Rollover = ({ control, id }: Omit<Props, "careType">) => {
  const others = useCompanyServices().data?.services.filter((one) => one.careType === "DAYCARE" && one.id !== id);
  if (!others) return null;
  return (
    <Section title="When a pet stays longer">
      {others.length === 0 ? (
        <Typography color="textSecondary">Add a longer daycare first. Then this one can change to it when a pet stays longer.</Typography>
      ) : (
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.75 }}>
          <FormSelect
            control={control}
            name="rolloverTo"
            label="Change it to"
            options={[{ value: "0", label: "Don’t change it" }, ...others.map((one) => ({ value: one.id, label: one.name }))]}
          />
          <FormText
            control={control}
            name="rolloverAfter"
            label="After this many extra minutes"
            check={between(0, 1440)}
            help="Counted from check-in"
          />
        </Box>
      )}
    </Section>
  );
};

const Bundle = ({ control, id }: Omit<Props, "careType">) => {
  const others = useCompanyServices().data?.services.filter((one) => one.id !== id && isBundled(one.careType)) ?? [];
  if (others.length === 0) return null;
  return (
    <Section title="Comes with">
      <FormChips
        control={control}
        name="bundleServiceIds"
        label="Added whenever this service is chosen, each at its own price"
        every="Nothing else"
        options={others.map((one) => ({ value: one.id, label: one.name }))}
      />
    </Section>
  );
};
