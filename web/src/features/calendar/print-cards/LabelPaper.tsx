import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import Box from "@mui/material/Box";
import { nowIn } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { paper } from "./paper.ts";
import type { PrintSettings } from "./print-settings.ts";
import { ageOf } from "./print-texts.ts";

/** Labels for collars, one a pet: its name and breed, and what else was chosen. */
export const LabelPaper = ({ cards, settings }: { cards: readonly PrintCard[]; settings: PrintSettings }) => {
  const today = nowIn(usePreferences().zone).date;
  const labels = cards.flatMap((card) =>
    card.pets.map((one) => ({ key: `${card.appointment?.id}-${one.pet?.petId}`, pet: one.pet, client: card.client })),
  );
  return (
    <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "repeat(auto-fill, minmax(180px, 1fr))" }}>
      {labels.map(({ key, pet, client }) => (
        <Box key={key} component="article" aria-label={`Label of ${pet?.petName}`} sx={{ ...paper, p: 1.25 }}>
          <Box sx={{ fontSize: 20, fontWeight: 700, lineHeight: 1.2, overflowWrap: "anywhere" }}>{pet?.petName}</Box>
          <div>{[pet?.breed, settings.age === true && ageOf(pet, today)].filter(Boolean).join(", ")}</div>
          {settings.clientName === true && (
            <div>
              {client?.firstName} {client?.lastName}
            </div>
          )}
        </Box>
      ))}
    </Box>
  );
};
