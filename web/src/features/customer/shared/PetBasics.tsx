import { useQuery } from "@connectrpc/connect-query";
import { PetGender } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import { type Control, type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import { LONG_STALE } from "../../../app/calls/query-client.ts";
import { FormChoice } from "../../../ui/form/FormChoice.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { type Check, required } from "../../../ui/format/validate.ts";

export const emptyPet = { petName: "", petType: "Dog", breed: "", gender: "0", weight: "", color: "" };
export type PetValues = typeof emptyPet;

const isWeight: Check = (value) => (value === "" || /^\d{1,4}([.,]\d{1,2})?$/.test(value) ? undefined : "Enter a number");

export const petInput = (pet: PetValues) => ({
  petName: pet.petName.trim(),
  petType: pet.petType,
  breed: pet.breed.trim(),
  gender: Number(pet.gender),
  weight: Number(pet.weight.replace(",", ".")) || 0,
  color: pet.color.trim(),
});

/** Name, kind, breed, weight: what one asks about a pet at the counter. */
export const PetBasics = <T extends FieldValues>({
  control,
  prefix = "",
  optional = false,
}: {
  control: Control<T>;
  prefix?: string;
  optional?: boolean;
}) => {
  const at = (name: keyof PetValues) => `${prefix}${name}` as FieldPath<T>;
  const { weightUnit } = usePreferences();
  const settings = useQuery(PetSettingsService.method.getPetSettings, {}, { staleTime: LONG_STALE }).data;
  const type = useWatch({ control, name: at("petType") }) as string;
  const types = settings?.petTypes.map((one) => one.name) ?? ["Dog", "Cat"];
  const offered = types.includes(type) || !type ? types : [type, ...types];
  const breeds = settings?.petTypes.find((one) => one.name === type)?.breeds ?? [];
  return (
    <>
      <FormText
        control={control}
        name={at("petName")}
        label="Pet's name"
        autoComplete="off"
        {...(!optional && { check: required("The name") })}
      />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 2fr", gap: 1.5 }}>
        <FormSelect
          control={control}
          name={at("petType")}
          label="Pet type"
          options={offered.map((name) => ({ value: name, label: name }))}
        />
        <FormChoice control={control} name={at("breed")} label="Breed" options={breeds} />
      </Box>
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr 1fr", gap: 1.5 }}>
        <FormSelect
          control={control}
          name={at("gender")}
          label="Sex"
          options={[
            { value: String(PetGender.UNSPECIFIED), label: "Not known" },
            { value: String(PetGender.FEMALE), label: "Female" },
            { value: String(PetGender.MALE), label: "Male" },
          ]}
        />
        <FormText control={control} name={at("weight")} label={`Weight, ${weightUnit}`} check={isWeight} autoComplete="off" />
        <FormText control={control} name={at("color")} label="Coat color" autoComplete="off" />
      </Box>
    </>
  );
};
