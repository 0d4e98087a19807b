import { useQuery } from "@connectrpc/connect-query";
import { PlaygroupDayService } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import Box from "@mui/material/Box";
import { dayToIso, isoToDay, nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import type { PrintSettings } from "../print-settings.ts";
import { ageOf, onePerPet } from "../print-texts.ts";
import { PetCode } from "./PetCode.tsx";
import { paper } from "./paper.ts";

const lodgingOf = ({ appointment, lodgingUnits }: PrintCard, petId: string | undefined): string[] => {
  const lines = appointment?.petServiceList.filter((line) => line.petId === petId) ?? [];
  const units = new Set(lines.flatMap((line) => line.lodgings.map((nights) => nights.lodgingUnitId)));
  return lodgingUnits.flatMap((unit) => (units.has(unit.lodgingUnitId) ? [unit.name] : []));
};

/** The day of one that is printed by itself: the one that is looked at, where the pet is there then. */
function dayFor(cards: readonly PrintCard[], date: string): string {
  const [only] = cards.length === 1 ? cards : [];
  const { appointmentDate, endDate } = only?.appointment ?? {};
  if (!appointmentDate) return date;
  const [from, until] = [dayToIso(appointmentDate), dayToIso(endDate ?? appointmentDate)];
  return date < from || date > until ? from : date;
}

/** The names of the groups in which the pets of a day play. */
function useGroupNames(wanted: boolean, day: string): (petId: string) => string {
  const date = isoToDay(day);
  const asked = { ...(date && { date }) };
  const { data } = useQuery(PlaygroupDayService.method.getPlaygroupDay, asked, { enabled: wanted });
  const names = new Map(data?.playgroups.map(({ playgroupId, name }) => [playgroupId, name]));
  return (id) => {
    const groups = wanted ? (data?.pets.filter(({ petId }) => petId === id) ?? []) : [];
    return [...new Set(groups.flatMap(({ playgroupId }) => names.get(playgroupId) ?? []))].join(", ");
  };
}

type Props = { cards: readonly PrintCard[]; settings: PrintSettings; date: string };

/** Labels for collars, one a pet: its name and breed, and what else was chosen. */
export const LabelPaper = ({ cards, settings, date }: Props) => {
  const groupOf = useGroupNames(settings.playgroup === true, dayFor(cards, date));
  const today = nowIn(usePreferences().zone).date;
  const labels = onePerPet(cards).map(({ pet, cards: own }) => ({
    pet,
    client: own[0]?.client,
    group: groupOf(pet.petId),
    lodging: [...new Set(own.flatMap((card) => lodgingOf(card, pet.petId)))].join(", "),
  }));
  return (
    <Box sx={{ display: "grid", gap: 1, gridTemplateColumns: "repeat(auto-fill, minmax(180px, 1fr))" }}>
      {labels.map(({ pet, client, lodging, group }) => (
        <Box key={pet.petId} component="article" aria-label={`Label of ${pet.petName}`} sx={{ ...paper, p: 1.25 }}>
          <Box sx={{ fontSize: 20, fontWeight: 700, lineHeight: 1.2, overflowWrap: "anywhere" }}>{pet.petName}</Box>
          <div>{[pet.breed, settings.age === true && ageOf(pet, today)].filter(Boolean).join(", ")}</div>
          {settings.clientName === true && (
            <div>
              {client?.firstName} {client?.lastName}
            </div>
          )}
          {settings.lodging === true && lodging && <div>{lodging}</div>}
          {group && <div>{group}</div>}
          <PetCode petId={pet.petId} petName={pet.petName} />
        </Box>
      ))}
    </Box>
  );
};
