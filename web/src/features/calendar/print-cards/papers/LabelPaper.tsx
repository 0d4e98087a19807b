import { useQuery } from "@connectrpc/connect-query";
import { PlaygroupDayService } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import type { PrintCard } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import Box from "@mui/material/Box";
import { useEffect } from "react";
import { dayToIso, isoToDay, nowIn } from "../../../../ui/format/dates.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import type { PrintSettings } from "../print-settings.ts";
import { ageOf, onePerPet } from "../print-texts.ts";
import { type Labels, perSheet } from "../sheets/paper-sizes.ts";
import { Sheet, Stack } from "../sheets/Sheet.tsx";
import { PetCode } from "./PetCode.tsx";
import type { SheetProps } from "./paper.ts";

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

type Props = { cards: readonly PrintCard[]; settings: PrintSettings; date: string; sheets: Pick<SheetProps, "paper" | "onPages"> };

/** Labels for collars, one a pet: its name and breed, and what else was chosen; each where the stock has one. */
export const LabelPaper = ({ cards, settings, date, sheets: { paper, onPages } }: Props) => {
  const groupOf = useGroupNames(settings.playgroup === true, dayFor(cards, date));
  const today = nowIn(usePreferences().zone).date;
  const labels = onePerPet(cards).map(({ pet, cards: own }): Label => {
    const client = own[0]?.client;
    const lodging = settings.lodging === true ? [...new Set(own.flatMap((card) => lodgingOf(card, pet.petId)))].join(", ") : "";
    const owner = settings.clientName === true ? `${client?.firstName ?? ""} ${client?.lastName ?? ""}`.trim() : "";
    return {
      ...{ petId: pet.petId, petName: pet.petName },
      lines: [
        [pet.breed, settings.age === true && ageOf(pet, today)].filter(Boolean).join(", "),
        owner,
        [lodging, groupOf(pet.petId)].filter(Boolean).join(" · "),
      ].filter(Boolean),
    };
  });
  const stock = paper.labels ?? WHOLE;
  const sheets = Math.ceil(labels.length / perSheet(stock));
  useEffect(() => onPages(sheets), [onPages, sheets]);
  return (
    <Stack paper={paper}>
      {Array.from({ length: sheets }, (_, nth) => (
        <Sheet key={String(nth)} paper={paper} label={`Sheet ${nth + 1} of ${sheets}`}>
          {labels.slice(nth * perSheet(stock), (nth + 1) * perSheet(stock)).map((label, at) => (
            <OneLabel key={label.petId} label={label} stock={stock} at={at} />
          ))}
        </Sheet>
      ))}
    </Stack>
  );
};

const WHOLE: Labels = { columns: 1, rows: 1, width: 2, height: 1, gap: 0, top: 0, left: 0 };
type Label = { petId: string; petName: string; lines: string[] };
const cut = { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" };

/** A label where the sheet has it; its outline is for the eye, and is not printed. */
const OneLabel = ({ label: { petId, petName, lines }, stock, at }: { label: Label; stock: Labels; at: number }) => (
  <Box
    component="article"
    aria-label={`Label of ${petName}`}
    sx={{
      position: "absolute",
      left: `${stock.left + (at % stock.columns) * (stock.width + stock.gap)}in`,
      top: `${stock.top + Math.floor(at / stock.columns) * stock.height}in`,
      width: `${stock.width}in`,
      height: `${stock.height}in`,
      boxSizing: "border-box",
      px: "0.12in",
      py: "0.06in",
      overflow: "hidden",
      display: "flex",
      flexDirection: "column",
      fontSize: 10.5,
      lineHeight: "12.5px",
      outline: "1px dashed #bbb",
      outlineOffset: -1,
      "@media print": { outline: "none" },
    }}
  >
    <Box sx={{ ...cut, flex: "none", fontSize: 16, fontWeight: 700, lineHeight: "19px" }}>{petName}</Box>
    {lines.map((line) => (
      <Box key={line} sx={{ ...cut, flex: "none" }}>
        {line}
      </Box>
    ))}
    <PetCode petId={petId} petName={petName} />
  </Box>
);
