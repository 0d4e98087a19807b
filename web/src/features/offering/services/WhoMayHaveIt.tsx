import { useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import type { Control } from "react-hook-form";
import { useLocations } from "../../../app/session/session.ts";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import type { Check } from "../../../ui/format/validate.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { nameOf } from "./OwnTerms.tsx";
import type { ServiceValues } from "./service-values.ts";

const isWeight: Check = (value) => (value === "" || /^\d{1,4}([.,]\d{1,2})?$/.test(value) ? undefined : "Enter a number");

/** Which pets may have a service, where, and from whom. */
export const WhoMayHaveIt = ({ control }: { control: Control<ServiceValues> }) => {
  const businesses = useLocations();
  const { weightUnit } = usePreferences();
  const staff = useQuery(StaffService.method.listCompanyStaffWithLocations, { pageSize: 500 }).data?.staff ?? [];
  const pets = useQuery(PetSettingsService.method.getPetSettings).data;
  const named = (list: readonly { id: string; name: string }[] | undefined) =>
    list?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const byName = (list: readonly { name: string }[] | undefined) => list?.map(({ name }) => ({ value: name, label: name })) ?? [];
  const codes = pets?.petCodes.map(({ id, abbreviation, description }) => ({ value: id, label: description || abbreviation })) ?? [];
  return (
    <Section title="Who it is for">
      <Box sx={{ display: "grid", gap: 1.75 }}>
        <FormChips control={control} name="petTypes" label="Kinds of pet" every="Every kind" options={byName(pets?.petTypes)} />
        {pets && pets.petSizes.length > 0 && (
          <FormChips control={control} name="petSizeIds" label="Sizes" every="Every size" options={named(pets.petSizes)} />
        )}
        {pets && pets.coatTypes.length > 0 && (
          <FormChips control={control} name="coatTypes" label="Coats" every="Every coat" options={byName(pets.coatTypes)} />
        )}
        <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 1.75 }}>
          <FormText control={control} name="weightFrom" label={`Weight from, ${weightUnit}`} check={isWeight} />
          <FormText control={control} name="weightTo" label={`Weight to, ${weightUnit}`} check={isWeight} />
        </Box>
        {codes.length > 0 && (
          <FormChips control={control} name="excludedPetCodeIds" label="Not for pets with the warning" every="No warning" options={codes} />
        )}
        <FormChips
          control={control}
          name="staffIds"
          label="Staff who do it"
          every="Everybody"
          options={staff.map((one) => ({ value: one.id, label: nameOf(one) }))}
        />
        {businesses.length > 1 && (
          <FormChips control={control} name="businessIds" label="Locations" every="All locations" options={named(businesses)} />
        )}
      </Box>
    </Section>
  );
};
