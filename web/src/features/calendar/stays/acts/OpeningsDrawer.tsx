import { useQuery } from "@connectrpc/connect-query";
import { type StayOpening, type StayOpeningChoice, StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import { ErrorState } from "../../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../../ui/feedback/Skeletons.tsx";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { plural } from "../../../../ui/format/text.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { DateField } from "../../../../ui/inputs/DateField.tsx";
import { SideDrawer } from "../../../../ui/page/SideDrawer.tsx";
import { COMES, isoOf, LEAVES } from "../../shared/stay/stay-days.ts";
import type { Marked } from "../useStayDrag.ts";
import { onlyUnit, roomsText } from "./opening-text.ts";

type Type = readonly [id: string, name: string];
type Props = { from: string; types: readonly Type[]; onPick?: ((marked: Marked) => void) | undefined; onClose: () => void };

const counted = (text: string, most: number): number => (/^\d{1,2}$/.test(text.trim()) ? Math.min(Number(text), most) : 0);

/** "A week for two cats from Friday": where there is room for it, and a press books into it. */
export const OpeningsDrawer = ({ from: first, types, onPick, onClose }: Props) => {
  const [from, setFrom] = useState(first);
  const [nights, setNights] = useState("7");
  const [pets, setPets] = useState("1");
  const [kind, setKind] = useState("");
  const [typeId, setTypeId] = useState("");
  const kinds = useQuery(PetSettingsService.method.getPetSettings, {}, { staleTime: LONG_STALE }).data?.petTypes ?? [];
  const asked = { nights: counted(nights, 90), pets: counted(pets, 20) };
  return (
    <SideDrawer open title="Find a gap" onClose={onClose}>
      <Box sx={{ display: "grid", gap: 2, p: 2.25 }}>
        <Box role="group" aria-label="What to look for" sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
          <DateField label="Arrives on or after" value={from} onChange={(day) => day && setFrom(day)} />
          <TextField label="Nights" value={nights} onChange={({ target }) => setNights(target.value)} error={asked.nights === 0} />
          <TextField label="How many pets" value={pets} onChange={({ target }) => setPets(target.value)} error={asked.pets === 0} />
          <Choice label="Kind" any="Any" value={kind} onChange={setKind} options={kinds.map(({ name }) => [name, name] as const)} />
          <Choice label="Type of room" any="All types" value={typeId} onChange={setTypeId} options={types} />
        </Box>
        {asked.nights > 0 && asked.pets > 0 && <Found {...asked} from={from} kind={kind} typeId={typeId} onPick={onPick} />}
      </Box>
    </SideDrawer>
  );
};

type ChoiceProps = { label: string; any: string; value: string; options: readonly Type[]; onChange: (value: string) => void };

const Choice = ({ label, any, value, options, onChange }: ChoiceProps) => (
  <TextField
    select
    label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
  >
    <MenuItem value="">{any}</MenuItem>
    {options.map(([id, name]) => (
      <MenuItem key={id} value={id}>
        {name}
      </MenuItem>
    ))}
  </TextField>
);

type Wanted = { from: string; nights: number; pets: number; kind: string; typeId: string; onPick: Props["onPick"] };

const Found = ({ from, nights, pets, kind, typeId, onPick }: Wanted) => {
  const startDate = isoToDay(from);
  const { data, error, refetch } = useQuery(
    StayService.method.findStayOpenings,
    {
      ...(startDate && { startDate }),
      nights,
      pets: Array.from({ length: pets }, () => ({ petType: kind })),
      startTime: COMES,
      endTime: LEAVES,
      lodgingTypeIds: typeId ? [typeId] : [],
    },
    { placeholderData: keepPreviousData },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton rows={4} />;
  if (data.openings.length === 0)
    return (
      <Typography role="status">
        No room for {plural(nights, "night")} within a month of this day. Try fewer nights or another type.
      </Typography>
    );
  return (
    <Box component="ul" aria-label="Gaps" sx={{ listStyle: "none", p: 0, m: 0, display: "grid", gap: 1.5 }}>
      {data.openings.map((opening) => (
        <Gap key={isoOf(opening.startDate)} opening={opening} onPick={onPick} />
      ))}
    </Box>
  );
};

const Gap = ({ opening: { startDate, endDate, choices }, onPick }: { opening: StayOpening; onPick: Props["onPick"] }) => {
  const { shortDay } = useFormat();
  const markedBy = (choice: StayOpeningChoice): Marked => ({ unitId: onlyUnit(choice), from: isoOf(startDate), to: isoOf(endDate) });
  return (
    <Box component="li">
      <Typography variant="subtitle2">
        {shortDay(startDate)} – {shortDay(endDate)}
      </Typography>
      {choices.map((choice) => (
        <Box key={choice.lodgingTypeId} sx={{ display: "flex", alignItems: "center", gap: 1, mt: 0.5 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {choice.lodgingTypeName || "Several rooms"}
            <Typography color="textSecondary">{roomsText(choice, shortDay)}</Typography>
          </Box>
          {onPick && (
            <Button aria-label={`Book ${roomsText(choice, shortDay)} from ${shortDay(startDate)}`} onClick={() => onPick(markedBy(choice))}>
              Book
            </Button>
          )}
        </Box>
      ))}
    </Box>
  );
};
