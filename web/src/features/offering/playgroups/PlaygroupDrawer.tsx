import { useMutation } from "@connectrpc/connect-query";
import type { GetPetSettingsResponse } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { type Playgroup, PlaygroupService } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import Button from "@mui/material/Button";
import { useForm } from "react-hook-form";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormColour } from "../../../ui/form/FormColour.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { type Check, required } from "../../../ui/format/validate.ts";

type Props = { group?: Playgroup; pets: GetPetSettingsResponse | undefined; onClose: () => void; onSaved: () => void };

const isCapacity: Check = (value) => (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= 500 ? undefined : "A whole number from 1 to 500");

const valuesOf = (group?: Playgroup) => ({
  name: group?.name ?? "",
  description: group?.description ?? "",
  colorCode: group?.colorCode ?? "",
  maxPetCapacity: String(group?.maxPetCapacity ?? 10),
  petSizeIds: group?.petSizeIds ?? [],
  petCodeIds: group?.petCodeIds ?? [],
});
type Values = ReturnType<typeof valuesOf>;

const EVERYTHING = ["name", "description", "color_code", "max_pet_capacity", "pet_size_ids", "pet_code_ids"];

/** One playgroup: how many pets it takes, and which sizes and temperaments it is for. */
export const PlaygroupDrawer = ({ group, pets, onClose, onSaved }: Props) => {
  const create = useMutation(PlaygroupService.method.createPlaygroup, { meta: { success: "Playgroup added" } });
  const update = useMutation(PlaygroupService.method.updatePlaygroup, { meta: { success: "Playgroup saved" } });
  const remove = useMutation(PlaygroupService.method.deletePlaygroup, { meta: { success: "Playgroup deleted" } });
  const form = useForm<Values>({ defaultValues: valuesOf(group) });
  const { control } = form;
  const save = async (values: Values) => {
    const body = { ...values, maxPetCapacity: Number(values.maxPetCapacity) };
    if (group) {
      const { playgroupId, version } = group;
      await update.mutateAsync({ ...body, playgroupId, version, updateMask: { paths: EVERYTHING } });
    } else await create.mutateAsync(body);
    onSaved();
  };
  const drop = async () => {
    const body = "Pets that are in it are in no playgroup then.";
    if (!group || !(await confirm({ title: `Delete ${group.name}?`, body, action: "Delete playgroup", danger: true }))) return;
    await remove.mutateAsync({ playgroupId: group.playgroupId });
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      title={group ? group.name : "New playgroup"}
      form={form}
      saveLabel={group ? "Save playgroup" : "Add playgroup"}
      onSave={save}
      onClose={onClose}
      aside={
        group && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText
        control={control}
        name="name"
        label="Name"
        autoFocus={!group}
        placeholder="Small dogs, Shy dogs, Big yard…"
        check={required("A name")}
      />
      <FormText control={control} name="maxPetCapacity" label="Pets at once" check={isCapacity} />
      <FormColour control={control} name="colorCode" label="Color" />
      <FormChips
        control={control}
        name="petSizeIds"
        label="Sizes it is for"
        every="All"
        options={(pets?.petSizes ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FormChips
        control={control}
        name="petCodeIds"
        label="Temperaments it is for (pet codes)"
        every="All"
        options={(pets?.petCodes ?? []).map(({ id, description, abbreviation }) => ({ value: id, label: description || abbreviation }))}
      />
      <FormText control={control} name="description" label="Description" multiline minRows={2} />
    </DrawerForm>
  );
};
