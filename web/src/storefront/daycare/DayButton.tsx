import ButtonBase from "@mui/material/ButtonBase";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { canBeChosen, type DayPlace } from "./days.ts";

type Props = {
  shop: Shop;
  day: string;
  /** Unknown where the page takes no bookings. */
  place: DayPlace | undefined;
  chosen: boolean;
  /** They wait: a full day can be chosen too. */
  waits: boolean;
  onPress: () => void;
};

/** A day to choose; a full one is crossed out. */
export const DayButton = ({ shop, day, place, chosen, waits, onPress }: Props) => {
  const full = place !== undefined && !place.closed && !place.free;
  const state = place?.closed ? "closed" : full ? "full" : "";
  return (
    <ButtonBase
      disabled={!chosen && !canBeChosen(place, waits)}
      aria-pressed={chosen}
      aria-label={[formatOf(shop).longDay(day), state].filter(Boolean).join(", ")}
      onClick={onPress}
      sx={{
        minHeight: 44,
        fontWeight: 600,
        fontSize: "1rem",
        borderRadius: 1.375,
        bgcolor: chosen ? "primary.main" : "transparent",
        color: chosen ? "primary.contrastText" : "text.primary",
        textDecoration: full ? "line-through" : "none",
        "&.Mui-disabled": { opacity: 0.45 },
      }}
    >
      {Number(day.slice(8))}
    </ButtonBase>
  );
};
