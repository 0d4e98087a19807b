import { useMutation } from "@connectrpc/connect-query";
import type { PetType } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { type Vaccine, VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { plural } from "../../../ui/format/text.ts";
import { CARE_TYPES } from "../../offering/shared/care-types.ts";
import { NameList } from "../../settings/NameList.tsx";
import { usualVaccines } from "./usual-vaccines.ts";

type Props = {
  vaccines: readonly Vaccine[] | undefined;
  petTypes: readonly PetType[];
  error: unknown;
  canEdit: boolean;
  onChanged: () => void;
};

const careTypes = CARE_TYPES.map(({ id, label }) => ({ value: id as string, label: label as string }));

/** "needed for boarding and daycare, dogs only", or nothing. */
const noteOf = ({ requiredForScheduling, requiredCareTypes, specificPetType, petTypes }: Vaccine): string => {
  const cares = careTypes.filter(({ value }) => requiredCareTypes.includes(value)).map(({ label }) => label.toLowerCase());
  const needed = !requiredForScheduling ? "" : cares.length === 0 ? "needed to book" : `needed for ${cares.join(", ")}`;
  return [needed, specificPetType && petTypes.length > 0 && `${petTypes.join(", ")} only`].filter(Boolean).join(" · ");
};

/** The vaccines the company keeps track of, and which of them a pet must have before it is booked. */
export const Vaccines = ({ vaccines, petTypes, error, canEdit, onChanged }: Props) => {
  const [open, setOpen] = useState<Vaccine>();
  const save = useMutation(VaccineService.method.saveVaccine, { onSuccess: onChanged });
  const remove = useMutation(VaccineService.method.deleteVaccine, { onSuccess: onChanged });
  return (
    <>
      <NameList
        title="Vaccines"
        what="vaccine"
        canEdit={canEdit}
        error={error}
        items={vaccines?.map((one) => ({ id: one.id, name: one.name, note: noteOf(one) }))}
        onAdd={(name) => save.mutateAsync({ name })}
        onRename={(id, name) => save.mutateAsync({ id, name })}
        onDelete={(id) => remove.mutateAsync({ id })}
        onOpen={(id) => setOpen(vaccines?.find((one) => one.id === id))}
        {...(vaccines?.length === 0 && { whenEmpty: <AddUsual kinds={petTypes.map((one) => one.name)} onChanged={onChanged} /> })}
      />
      {open && <VaccineDrawer key={open.id} vaccine={open} petTypes={petTypes} onClose={() => setOpen(undefined)} onSaved={onChanged} />}
    </>
  );
};

/** The usual vaccines with one press, and away again with one. */
const AddUsual = ({ kinds, onChanged }: { kinds: readonly string[]; onChanged: () => void }) => {
  const save = useMutation(VaccineService.method.saveVaccine);
  const remove = useMutation(VaccineService.method.deleteVaccine);
  const usual = usualVaccines(kinds);
  const [busy, setBusy] = useState(false);
  const add = async () => {
    setBusy(true);
    const made: string[] = [];
    try {
      for (const one of usual) made.push((await save.mutateAsync(one)).vaccine?.id ?? "0");
    } catch {
      // Said already; what was added until then can be taken back.
    }
    const undo = async () => {
      for (const id of made) await remove.mutateAsync({ id }).catch(() => undefined);
      onChanged();
    };
    if (made.length > 0) toast.success(`${plural(made.length, "vaccine")} added`, { undo: () => void undo() });
    setBusy(false);
    onChanged();
  };
  if (usual.length === 0) return null;
  return (
    <Button loading={busy} onClick={() => void add()} sx={{ mt: 1 }}>
      Add the usual ones
    </Button>
  );
};

type DrawerProps = { vaccine: Vaccine; petTypes: readonly PetType[]; onClose: () => void; onSaved: () => void };

const VaccineDrawer = ({ vaccine, petTypes, onClose, onSaved }: DrawerProps) => {
  const { id, name, requiredForScheduling, requiredCareTypes, specificPetType } = vaccine;
  const form = useForm({
    defaultValues: { name, requiredForScheduling, requiredCareTypes, specificPetType, petTypes: vaccine.petTypes },
  });
  const save = useMutation(VaccineService.method.saveVaccine, { onSuccess: onSaved, meta: { success: "Vaccine saved" } });
  const { control } = form;
  const paths = ["name", "required_for_scheduling", "required_care_types", "specific_pet_type", "pet_types"];
  return (
    <DrawerForm
      open
      title={name}
      form={form}
      saveLabel="Save changes"
      onSave={({ specificPetType: specific, ...values }) =>
        save.mutateAsync({ id, ...values, specificPetType: specific && values.petTypes.length > 0, updateMask: { paths } })
      }
      onClose={onClose}
      width={430}
    >
      <FormText control={control} name="name" label="Name" check={(value) => (value.trim() ? undefined : "A name is needed")} />
      <FormSwitch control={control} name="requiredForScheduling" label="A pet needs it, valid until the visit is over, to be booked" />
      {form.watch("requiredForScheduling") && (
        <FormChips control={control} name="requiredCareTypes" label="For which visits" options={careTypes} every="All visits" />
      )}
      <FormSwitch control={control} name="specificPetType" label="Only for some kinds of pet" />
      {form.watch("specificPetType") && (
        <FormChips
          control={control}
          name="petTypes"
          label="Kinds of pet"
          options={petTypes.map((one) => ({ value: one.name, label: one.name }))}
        />
      )}
    </DrawerForm>
  );
};
