import { useQuery } from "@connectrpc/connect-query";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type Control, useFieldArray, useForm } from "react-hook-form";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import { DrawerForm } from "../../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../../ui/form/FormChips.tsx";
import { FormSwitch, FormText } from "../../../../ui/form/fields.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import { isWithStaff } from "../../../offering/shared/care-types.ts";
import { useServices } from "../../../offering/shared/useServices.ts";
import type { Limit } from "./hours.ts";

type Row = Omit<Limit, "maxPets" | "breeds"> & { maxPets: string; breeds: string };
type Values = { limits: Row[]; everyDay: boolean };
type Props = {
  name: string;
  limits: readonly Limit[];
  disabled: boolean;
  /** Of certain days, which keep their usual limits without any of their own. */
  certainDays?: boolean;
  onSave: (limits: Limit[], everyDay: boolean) => void;
  onClose: () => void;
};

const MOST_LIMITS = 20;
const newRow: Row = { name: "", maxPets: "2", serviceIds: [], petSizeIds: [], breeds: "" };
const toRow = ({ maxPets, breeds, ...limit }: Limit): Row => ({ ...limit, maxPets: String(maxPets), breeds: breeds.join(", ") });
const toLimit = ({ maxPets, breeds, name, ...row }: Row): Limit => ({
  ...row,
  name: name.trim(),
  maxPets: Number(maxPets),
  breeds: breeds
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean),
});
const numberOfPets = (value: string) => (/^\d{1,3}$/.test(value.trim()) ? undefined : "A number of pets");

/** How many pets of a kind somebody takes on a day. They are kept with the hours, once these are saved. */
const LimitsDrawer = ({ name, limits, disabled, certainDays = false, onSave, onClose }: Props) => {
  const form = useForm<Values>({ defaultValues: { limits: limits.map(toRow), everyDay: false } });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: "limits" });
  const settings = useQuery(PetSettingsService.method.getPetSettings, {}, { staleTime: LONG_STALE });
  const catalog = useServices();
  const sizes = (settings.data?.petSizes ?? []).map((one) => ({ value: one.id, label: one.name }));
  const services = (catalog.data?.services ?? []).filter(isWithStaff).map((one) => ({ value: one.id, label: one.name }));
  const save = async ({ limits: rows, everyDay }: Values) => onSave(rows.map(toLimit), everyDay);
  return (
    <DrawerForm open title={`Limits on ${name}`} form={form} saveLabel="Use these limits" onSave={save} onClose={onClose} width={520}>
      <Typography color="textSecondary">
        At most so many pets of a kind a day. Whoever may overbook can go beyond; everybody else is told which limit is reached.
        {certainDays && " Without any here, these days keep the limits of their weekdays."}
      </Typography>
      {fields.map((field, at) => (
        <LimitFields key={field.id} {...{ control: form.control, at, sizes, services, disabled }} onRemove={() => remove(at)} />
      ))}
      {!disabled && fields.length < MOST_LIMITS && (
        <Button startIcon={<Icon name="plus" />} onClick={() => append(newRow)} sx={{ justifySelf: "start" }}>
          Add a limit
        </Button>
      )}
      {!certainDays && (
        <FormSwitch control={form.control} name="everyDay" label="Same limits on every day of this week" disabled={disabled} />
      )}
    </DrawerForm>
  );
};

type Option = { value: string; label: string };
type FieldsProps = {
  control: Control<Values>;
  at: number;
  sizes: readonly Option[];
  services: readonly Option[];
  disabled: boolean;
  onRemove: () => void;
};

const LimitFields = ({ control, at, sizes, services, disabled, onRemove }: FieldsProps) => (
  <Box
    role="group"
    aria-label={`Limit ${at + 1}`}
    sx={{ display: "grid", gap: 1.5, p: 1.5, border: 1, borderColor: "line", borderRadius: 1 }}
  >
    <Box sx={{ display: "grid", gridTemplateColumns: "1fr 110px", gap: 1.5 }}>
      <FormText control={control} name={`limits.${at}.name`} label="Name" placeholder="Large dogs" disabled={disabled} />
      <FormText control={control} name={`limits.${at}.maxPets`} label="Pets a day" check={numberOfPets} disabled={disabled} />
    </Box>
    {sizes.length > 0 && (
      <FormChips control={control} name={`limits.${at}.petSizeIds`} label="Sizes" options={sizes} every="Every size" disabled={disabled} />
    )}
    <FormText
      control={control}
      name={`limits.${at}.breeds`}
      label="Breeds"
      help="Separated by commas; leave empty for every breed"
      disabled={disabled}
    />
    {services.length > 0 && (
      <FormChips
        control={control}
        name={`limits.${at}.serviceIds`}
        label="Services"
        options={services}
        every="Every service"
        disabled={disabled}
      />
    )}
    {!disabled && (
      <Button size="small" color="error" variant="text" onClick={onRemove} sx={{ justifySelf: "start" }}>
        Remove this limit
      </Button>
    )}
  </Box>
);

export default LimitsDrawer;
