import { useMutation } from "@connectrpc/connect-query";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import Box from "@mui/material/Box";
import { Controller, useWatch } from "react-hook-form";
import { useCan } from "../../../app/session/session.ts";
import { PictureField } from "../../../app/upload/PictureField.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { FormDate } from "../../../ui/form/more-fields.tsx";
import { FormPhone } from "../../../ui/form/phone.tsx";
import { PetAvatar } from "../../../ui/PetAvatar.tsx";
import { PetEvaluations } from "../shared/evaluations/PetEvaluations.tsx";
import { IncidentLines } from "../shared/incidents/IncidentLines.tsx";
import { PetBasics } from "../shared/PetBasics.tsx";
import { useClientsChanged } from "../shared/use-client.ts";
import { CoatField } from "./CoatField.tsx";
import { PetActions } from "./PetActions.tsx";
import { PetVaccines } from "./PetVaccines.tsx";
import { inputOf, MASK, type PetDrawerValues, valuesOf } from "./pet-values.ts";
import { Warnings } from "./Warnings.tsx";

const most = (maxLength: number) => ({ htmlInput: { maxLength } });

/** A pet's profile, for a new one and for one we know. */
export const PetDrawer = ({ customerId, pet, onClose }: { customerId: string; pet?: Pet; onClose: () => void }) => {
  const canEdit = useCan("editClient");
  const changed = useClientsChanged();
  const [form, theirs] = useLiveForm<PetDrawerValues>(valuesOf(pet));
  const create = useMutation(PetService.method.createPet, { meta: { success: "Pet added" } });
  const update = useMutation(PetService.method.updatePet, { meta: { success: "Pet saved" } });
  const { control } = form;
  const [name, petType, breed, color, coatType] = useWatch({ control, name: ["petName", "petType", "breed", "color", "coatType"] });
  const save = async (values: PetDrawerValues) => {
    const input = inputOf(values);
    if (pet) await update.mutateAsync({ petId: pet.petId, pet: input, version: pet.version, updateMask: { paths: MASK } });
    else await create.mutateAsync({ customerId, pet: input });
    await changed();
  };
  return (
    <DrawerForm
      open
      addressed
      title={pet ? pet.petName : "New pet"}
      form={form}
      saveLabel={pet ? "Save pet" : "Add pet"}
      onSave={save}
      onClose={onClose}
      width={480}
      aside={pet && <PetActions pet={pet} onGone={onClose} />}
    >
      <Box component="fieldset" disabled={!canEdit} sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: "grid", gap: 1.75 }}>
        <Controller
          control={control}
          name="avatarPath"
          render={({ field }) => (
            <PictureField
              name={name || "the pet"}
              value={field.value}
              onChange={field.onChange}
              disabled={!canEdit}
              stand={
                <PetAvatar pet={{ ...(pet && { id: pet.petId }), name, species: petType, breed, coat: `${color} ${coatType}` }} size={64} />
              }
            />
          )}
        />
        <Overtaken fields={theirs} />
        <PetBasics control={control} />
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
          <FormDate control={control} name="birthday" label="Birthday" />
          <CoatField control={control} />
        </Box>
        <FormText control={control} name="secondaryBreed" label="Second breed" autoComplete="off" slotProps={most(100)} />
        <FormSwitch control={control} name="fixed" label="Spayed or neutered" />
        <Warnings control={control} canEdit={canEdit} />
        <FormText control={control} name="behavior" label="Behavior" multiline minRows={2} />
        <FormText control={control} name="healthIssues" label="Health" multiline minRows={2} />
        <FormText control={control} name="feeding" label="Feeding" multiline minRows={1} />
        <FormText control={control} name="medication" label="Medication" multiline minRows={1} />
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
          <FormText control={control} name="vetName" label="Vet" />
          <FormPhone control={control} name="vetPhoneNumber" label="Vet's phone" />
          <FormText control={control} name="microchipNumber" label="Microchip" autoComplete="off" slotProps={most(60)} />
          <FormText control={control} name="licenseNumber" label="License" autoComplete="off" slotProps={most(60)} />
          <FormDate control={control} name="licenseIssueDate" label="License issued on" />
        </Box>
        <FormText control={control} name="emergencyContact" label="Emergency contact" multiline minRows={1} slotProps={most(200)} />
      </Box>
      {pet && <PetVaccines petId={pet.petId} customerId={customerId} canEdit={canEdit} />}
      {pet && <PetEvaluations petId={pet.petId} />}
      {pet && <IncidentLines about={{ petId: pet.petId }} />}
    </DrawerForm>
  );
};
