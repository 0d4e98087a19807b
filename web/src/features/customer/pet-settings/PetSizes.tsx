import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PetSettingsService, type PetSize } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useFieldArray, useForm } from "react-hook-form";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { all, type Check, required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";

const MOST = 20;
const isWeight: Check = (value) => (/^[1-9]\d{0,3}$/.test(value) ? undefined : "A whole number");

/** The weights that a size goes by: services are priced and offered by them. */
export const PetSizes = ({ canEdit }: { canEdit: boolean }) => {
  const { weightUnit } = usePreferences();
  const sizes = useQuery(PetSettingsService.method.listPetSizes);
  const [editing, setEditing] = useState(false);
  const known = sizes.data?.petSizes;
  return (
    <Section title="Pet sizes">
      {sizes.error && !known ? <ErrorState compact error={sizes.error} /> : null}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {known?.map((size) => (
          <Box
            component="li"
            key={size.id}
            sx={{
              display: "flex",
              alignItems: "center",
              minHeight: 38,
              borderTop: 1,
              borderColor: "lineSoft",
              "&:first-of-type": { borderTop: 0 },
            }}
          >
            <Typography sx={{ flex: 1 }}>{size.name}</Typography>
            <Typography color="textSecondary">
              {size.weightLow} to {size.weightHigh} {weightUnit}
            </Typography>
          </Box>
        ))}
      </Box>
      {canEdit && known && (
        <Button sx={{ mt: 1 }} onClick={() => setEditing(true)}>
          Edit sizes
        </Button>
      )}
      {editing && known && (
        <SizesForm known={known} unit={weightUnit} onClose={() => setEditing(false)} onSaved={() => void sizes.refetch()} />
      )}
    </Section>
  );
};

type FormProps = { known: readonly PetSize[]; unit: string; onClose: () => void; onSaved: () => void };

/** All sizes at once, each by the weight it ends at: what one begins with follows from the one before. */
const SizesForm = ({ known, unit, onClose, onSaved }: FormProps) => {
  const form = useForm({
    defaultValues: { sizes: known.map(({ id, name, weightHigh }) => ({ sizeId: id, name, weightHigh: String(weightHigh) })) },
  });
  const { control } = form;
  const { fields, append, remove } = useFieldArray({ control, name: "sizes" });
  const save = useMutation(PetSettingsService.method.batchUpsertPetSizes, { meta: { success: "Sizes saved" }, onSuccess: onSaved });
  return (
    <DrawerForm
      open
      title="Pet sizes"
      saveLabel="Save sizes"
      form={form}
      onClose={onClose}
      onSave={({ sizes }) => {
        const given = sizes.map(({ sizeId: id, name, weightHigh }) => ({ id, name: name.trim(), weightHigh: Number(weightHigh) }));
        return save.mutateAsync({
          sizesToCreate: given.filter(({ id }) => id === "0"),
          sizesToUpdate: given.filter(({ id }) => id !== "0"),
        });
      }}
    >
      <Typography color="textSecondary">
        Each size begins where the one before it ends, so no weight is left out. The first begins at 1 {unit}.
      </Typography>
      {fields.map((field, at) => (
        <Box key={field.id} sx={{ display: "grid", gridTemplateColumns: "1fr 130px auto", gap: 1, alignItems: "start" }}>
          <FormText control={control} name={`sizes.${at}.name`} label="Name" check={required("The name")} />
          <FormText
            control={control}
            name={`sizes.${at}.weightHigh`}
            label={`Up to, ${unit}`}
            check={all(required("The weight"), isWeight)}
            slotProps={{ htmlInput: { inputMode: "numeric" } }}
          />
          <IconButton aria-label={`Remove size ${at + 1}`} disabled={fields.length === 1} onClick={() => remove(at)} sx={{ mt: 0.5 }}>
            <Icon name="trash" sx={{ width: 16, height: 16 }} />
          </IconButton>
        </Box>
      ))}
      {fields.length < MOST && (
        <Button
          variant="text"
          startIcon={<Icon name="plus" />}
          onClick={() => append({ sizeId: "0", name: "", weightHigh: "" })}
          sx={{ justifySelf: "start" }}
        >
          Add a size
        </Button>
      )}
    </DrawerForm>
  );
};
