import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { type Control, useFieldArray, useWatch } from "react-hook-form";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { FormSelect, FormText } from "../../../../ui/form/fields.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { Section } from "../../../../ui/page/Section.tsx";
import { STAY_DAYS } from "../../shared/stay-days.ts";
import { useCompanySold } from "../../shared/useServices.ts";
import { isNights, isTwice, nextAdded, type ServiceValues } from "../service-values.ts";

const MOST = 20;

/** Which services and add-ons come along with a stay, on which of its days, and how long it has to be. */
export const AddedServices = ({ control, id }: { control: Control<ServiceValues>; id: string }) => {
  const { fields, append, remove } = useFieldArray({ control, name: "added" });
  const found = useCompanySold();
  const addable = (found.data?.services ?? []).filter((one) =>
    one.addOn ? goesWith(one, { id, careType: "BOARDING" }) : one.careType === "GROOMING",
  );
  const options = addable.map(({ id, name }) => ({ value: id, label: name }));
  const added = useWatch({ control, name: "added" });
  const ids = options.map(({ value }) => value);
  const gone = [...new Set(added.map(({ serviceId }) => serviceId))].filter((id) => !ids.includes(id));
  const former = gone.map((id) => ({ value: id, label: "A former service" }));
  const next = fields.length < MOST ? nextAdded(added, ids) : undefined;
  if (found.error && !found.data)
    return (
      <Section title="Added to the stay">
        <ErrorState compact error={found.error} onRetry={() => void found.refetch()} />
      </Section>
    );
  if (!found.data) return null;
  return (
    <Section title="Added to the stay">
      <Box sx={{ display: "grid", gap: 1.75 }}>
        <Typography color="textSecondary">
          {options.length === 0
            ? "Add a grooming service or a boarding add-on first. Then it can come along with a stay, such as a bath on the last day."
            : "Each at its own price, for every pet. Staff can take them off when they book; online they always come along."}
        </Typography>
        {fields.length > 0 && (
          <FormText
            control={control}
            name="addedFromNights"
            label="For stays of at least this many nights"
            check={isNights}
            slotProps={{ htmlInput: { inputMode: "numeric" } }}
          />
        )}
        {fields.map((field, at) => (
          <Box key={field.id} sx={{ display: "grid", gridTemplateColumns: "1fr 140px auto", gap: 1, alignItems: "start" }}>
            <FormSelect control={control} name={`added.${at}.serviceId`} label="Service" options={[...options, ...former]} />
            <FormSelect
              control={control}
              name={`added.${at}.stayDay`}
              label="When"
              options={STAY_DAYS}
              check={(stayDay) => (isTwice(added, at, stayDay) ? "Added twice on this day" : undefined)}
            />
            <IconButton aria-label={`Remove added service ${at + 1}`} onClick={() => remove(at)} sx={{ mt: 0.5 }}>
              <Icon name="trash" sx={{ width: 16, height: 16 }} />
            </IconButton>
          </Box>
        ))}
        {next && (
          <Button variant="text" startIcon={<Icon name="plus" />} onClick={() => append(next)} sx={{ justifySelf: "start" }}>
            Add a service
          </Button>
        )}
      </Box>
    </Section>
  );
};
