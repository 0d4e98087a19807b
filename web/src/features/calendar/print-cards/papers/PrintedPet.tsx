import type { PetProfile } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import Box from "@mui/material/Box";
import { nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { PetAvatar } from "../../../../ui/PetAvatar.tsx";
import { type PrintSettings, shows } from "../print-settings.ts";
import { ageOf, looksOf, vaccinesOf } from "../print-texts.ts";
import { Fact } from "./Fact.tsx";

type Props = {
  profile: PetProfile;
  settings: PrintSettings;
  /** Whether it says that a pet is fixed. */
  fixed: boolean;
};

/** A pet on a card: face, name, looks, and what to know of it. */
export const PrintedPet = ({ profile, settings, fixed }: Props) => {
  const format = useFormat();
  const { weightUnit, zone } = usePreferences();
  const { pet } = profile;
  if (!pet) return null;
  const general = (name: string) => shows(settings, "general", name);
  const info = (name: string) => shows(settings, "appointmentInfo", name);
  const show = { gender: general("petGender"), fixed, weight: general("petWeight"), appearance: general("petAppearance") };
  const looks = looksOf(pet, (value) => `${format.number(value)} ${weightUnit}`, show);
  const age = general("petAge") ? ageOf(pet, nowIn(zone).date) : "";
  const facts = { id: pet.petId, name: pet.petName, species: pet.petType, breed: pet.breed, coat: pet.color, photo: pet.avatarPath };
  return (
    <Box sx={{ display: "flex", gap: 1.5 }}>
      {general("petPhoto") && <PetAvatar pet={facts} size={56} />}
      <Box sx={{ minWidth: 0, display: "grid", gap: 0.25, alignContent: "start" }}>
        <Box sx={{ fontSize: 20, fontWeight: 700, lineHeight: 1.2 }}>{pet.petName}</Box>
        {(looks || age) && <span>{[looks, age].filter(Boolean).join(", ")}</span>}
        {info("petCodes") && (
          <Fact label="Codes" text={profile.petCodes.map((one) => `${one.abbreviation} ${one.description}`).join(", ")} strong />
        )}
        {info("vaccinationStatus") && <Fact label="Vaccines" text={vaccinesOf(profile)} />}
        {info("healthIssues") && <Fact label="Health" text={pet.healthIssues} />}
        {info("petNotes") && <Fact label="Notes" text={profile.notes.join(" · ")} />}
        {info("vetName") && <Fact label="Vet" text={pet.vetName} />}
        {info("vetPhoneNumber") && <Fact label="Vet’s phone" text={format.phone(pet.vetPhoneNumber)} />}
      </Box>
    </Box>
  );
};
