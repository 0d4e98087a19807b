import { type FindFreeLodgingsResponse, type FreeLodging, LodgingRefusal } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useCan } from "../../../../app/session/session.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { lodgingRateText } from "../../../../ui/prices/lodging-rate.ts";
import { refusalWords } from "../../shared/stay/stay-text.ts";

export const CHOSEN = "0";

type Props = {
  label: string;
  value: string;
  found: FindFreeLodgingsResponse | undefined;
  /** The name of what would be chosen; without it nothing is chosen by itself. */
  chosen?: string;
  /** What is booked is priced by the night: what a room costs of its own is said. */
  rated: boolean;
  error?: string | undefined;
  onChange: (unitId: string) => void;
};

const textOf = ({ name, lodgingTypeName, refusal, isArea, placesLeft, byExtraPlaces }: FreeLodging, rate: string): string => {
  if (byExtraPlaces) return `${name} · extra places only`;
  const more = refusal === LodgingRefusal.UNSPECIFIED ? (isArea ? `${placesLeft} places free` : lodgingTypeName) : refusalWords[refusal];
  return [name, more, rate].filter(Boolean).join(" · ");
};

/** A room, with why not for those that cannot be had. */
export const RoomSelect = ({ label, value, found, chosen, rated, error, onChange }: Props) => {
  const mayOverbook = useCan("overbook");
  const { money } = useFormat();
  const lodgings = found?.lodgings ?? [];
  const isFree = ({ refusal, byExtraPlaces }: FreeLodging) => refusal === LodgingRefusal.UNSPECIFIED || (byExtraPlaces && mayOverbook);
  const known = value === CHOSEN ? chosen !== undefined : lodgings.some((one) => one.lodgingUnitId === value);
  return (
    <TextField
      select
      label={label}
      value={known ? value : ""}
      onChange={({ target }) => onChange(target.value)}
      error={error !== undefined}
      helperText={error}
    >
      {chosen !== undefined && <MenuItem value={CHOSEN}>{chosen ? `Best fit: ${chosen}` : "Best fit"}</MenuItem>}
      {lodgings.map((one) => (
        <MenuItem key={one.lodgingUnitId} value={one.lodgingUnitId} disabled={!isFree(one) && one.lodgingUnitId !== value}>
          {textOf(one, rated ? lodgingRateText(one.rate, money) : "")}
        </MenuItem>
      ))}
    </TextField>
  );
};
