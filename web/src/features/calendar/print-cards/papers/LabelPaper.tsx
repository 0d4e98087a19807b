import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import Box from "@mui/material/Box";
import { nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import type { PrintSettings } from "../print-settings.ts";
import { ageOf, onePerPet } from "../print-texts.ts";
import { paper } from "./paper.ts";

const lodgingOf = ({ appointment, lodgingUnits }: PrintCard, petId: string | undefined): string[] => {
  const lines = appointment?.petServiceList.filter((line) => line.petId === petId) ?? [];
  const units = new Set(lines.flatMap((line) => line.lodgings.map((nights) => nights.lodgingUnitId)));
  return lodgingUnits.flatMap((unit) => (units.has(unit.lodgingUnitId) ? [unit.name] : []));
};

/** Labels for collars, one a pet: its name and breed, and what else was chosen. */
export const LabelPaper = ({ cards, settings }: { cards: readonly PrintCard[]; settings: PrintSettings }) => {
  const today = nowIn(usePreferences().zone).date;
  const labels = onePerPet(cards).map(({ pet, cards: own }) => ({
    pet,
    client: own[0]?.client,
    lodging: [...new Set(own.flatMap((card) => lodgingOf(card, pet.petId)))].join(", "),
  }));
  return (
    <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "repeat(auto-fill, minmax(180px, 1fr))" }}>
      {labels.map(({ pet, client, lodging }) => (
        <Box key={pet.petId} component="article" aria-label={`Label of ${pet.petName}`} sx={{ ...paper, p: 1.25 }}>
          <Box sx={{ fontSize: 20, fontWeight: 700, lineHeight: 1.2, overflowWrap: "anywhere" }}>{pet.petName}</Box>
          <div>{[pet.breed, settings.age === true && ageOf(pet, today)].filter(Boolean).join(", ")}</div>
          {settings.clientName === true && (
            <div>
              {client?.firstName} {client?.lastName}
            </div>
          )}
          {settings.lodging === true && lodging && <div>{lodging}</div>}
        </Box>
      ))}
    </Box>
  );
};
