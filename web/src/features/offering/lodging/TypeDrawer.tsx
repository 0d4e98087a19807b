import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { LodgingService, type LodgingType, SpaceType } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type Control, Controller, useForm } from "react-hook-form";
import { PictureField } from "../../../app/upload/PictureField.tsx";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { type Check, required } from "../../../ui/format/validate.ts";
import { Icon } from "../../../ui/icons.tsx";
import { SPACES } from "./lodging-text.ts";
import { RateFields, type RateValues, rateOnWire, rateValuesOf } from "./RateFields.tsx";
import { useDeleteType } from "./useDeleteType.ts";

type Props = { type?: LodgingType; onClose: () => void; onSaved: () => void };

const isCapacity: Check = (value) => (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= 500 ? undefined : "A whole number from 1 to 500");
const isWeight: Check = (value) => (value === "" || /^\d{1,4}(\.\d+)?$/.test(value) ? undefined : "A weight, or nothing for any");

const valuesOf = (type?: LodgingType) => ({
  name: type?.name ?? "",
  description: type?.description ?? "",
  image: type?.images[0] ?? "",
  spaceType: String(type?.spaceType ?? SpaceType.ROOM_KENNEL),
  capacity: String(type?.capacity ?? 1),
  maxWeight: type && type.maxWeight > 0 ? String(type.maxWeight) : "",
  petTypes: type?.petTypes ?? [],
  petSizeIds: type?.petSizeIds ?? [],
  ...rateValuesOf(type),
});
type Values = ReturnType<typeof valuesOf>;

const EVERYTHING = ["name", "description", "images", "space_type", "capacity", "max_weight", "pet_types", "pet_size_ids", "rate"];

const bodyOf = (
  { image, spaceType, capacity, maxWeight, rateKind, rateAmount, ...same }: Values,
  images: readonly string[],
  currency: string,
) => ({
  ...same,
  ...rateOnWire({ rateKind, rateAmount }, currency),
  images: [image, ...images.slice(1)].filter(Boolean),
  spaceType: Number(spaceType) as SpaceType,
  capacity: Number(capacity),
  maxWeight: Number(maxWeight || 0),
});

/** Until there is a picture: a room has no initials. */
const Stand = () => (
  <Box
    aria-hidden
    sx={{ width: 64, height: 64, flex: "none", borderRadius: "50%", bgcolor: "lineSoft", display: "grid", placeItems: "center" }}
  >
    <Icon name="building" sx={{ width: 28, height: 28, color: "text.secondary" }} />
  </Box>
);

/** One type of lodging: what it is and which pets fit. */
export const TypeDrawer = ({ type, onClose, onSaved }: Props) => {
  const { weightUnit, currencyCode } = usePreferences();
  const pets = useQuery(PetSettingsService.method.getPetSettings).data;
  const create = useMutation(LodgingService.method.createLodgingType, { meta: { success: "Type added" } });
  const update = useMutation(LodgingService.method.updateLodgingType, { meta: { success: "Type saved" } });
  const remove = useDeleteType();
  const form = useForm<Values>({ defaultValues: valuesOf(type) });
  const { control } = form;
  const save = async (values: Values) => {
    const body = bodyOf(values, type?.images ?? [], currencyCode);
    if (type) {
      const { lodgingTypeId, version } = type;
      await update.mutateAsync({ ...body, lodgingTypeId, version, updateMask: { paths: EVERYTHING } });
    } else await create.mutateAsync(body);
    onSaved();
  };
  const drop = async () => {
    const sure =
      type &&
      (await confirm({ title: `Delete ${type.name}?`, body: "Its rooms are deleted with it.", action: "Delete type", danger: true }));
    if (!sure || !(await remove(type.lodgingTypeId))) return;
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      title={type ? type.name : "New type of lodging"}
      form={form}
      saveLabel={type ? "Save type" : "Add type"}
      onSave={save}
      onClose={onClose}
      width={520}
      aside={
        type && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <Controller
        control={control}
        name="image"
        render={({ field }) => (
          <PictureField name={form.getValues("name") || "the type"} value={field.value} onChange={field.onChange} stand={<Stand />} />
        )}
      />
      <FormText
        control={control}
        name="name"
        label="Name"
        autoFocus={!type}
        placeholder="Kennel, Suite, Meadow…"
        check={required("A name")}
      />
      <FormSelect control={control} name="spaceType" label="Space" options={SPACES} />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormText control={control} name="capacity" label="Pets in one unit" check={isCapacity} />
        <FormText control={control} name="maxWeight" label={`Heaviest pet (${weightUnit})`} help="Empty: any" check={isWeight} />
      </Box>
      <RateFields control={control as unknown as Control<RateValues>} />
      <FormChips
        control={control}
        name="petTypes"
        label="Pets that fit"
        every="All"
        options={(pets?.petTypes ?? []).map(({ name }) => ({ value: name, label: name }))}
      />
      <FormChips
        control={control}
        name="petSizeIds"
        label="Sizes that fit"
        every="All"
        options={(pets?.petSizes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FormText control={control} name="description" label="Description" multiline minRows={2} />
    </DrawerForm>
  );
};
