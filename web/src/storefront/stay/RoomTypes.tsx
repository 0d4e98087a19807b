import type { LodgingRate } from "@leashline/proto/leashline/offering/v1/lodging_rate_pb.js";
import type { OfferedRoomType } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import { lodgingRateText } from "../../ui/prices/lodging-rate.ts";
import { useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import { taxWord } from "../money.ts";
import type { Shop } from "../types.ts";

type Props = { shop: Shop; types: readonly OfferedRoomType[]; value: string; onPick: (lodgingTypeId: string) => void };
type Choice = Pick<OfferedRoomType, "lodgingTypeId" | "name"> & { rate?: LodgingRate | undefined };

/** Which kind of room, where there is a choice. */
export const RoomTypes = ({ shop, types, value, onPick }: Props) => {
  const { pets } = useDraft();
  if (types.length < 2) return null;
  const { money } = formatOf(shop);
  const chosen = pets.flatMap(({ serviceIds }) => serviceIds);
  const taxed = shop.services.some((one) => one.careType === "BOARDING" && one.taxed && chosen.includes(one.serviceId));
  const priceOf = (rate: LodgingRate | undefined) => rate && lodgingRateText(rate, money) + taxWord(taxed);
  const all: Choice[] = [{ lodgingTypeId: "0", name: "Any room" }, ...types];
  return (
    <Box role="group" aria-label="Kind of room" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
      {all.map(({ lodgingTypeId, name, rate }) => (
        <Chip
          key={lodgingTypeId}
          label={[name, priceOf(rate)].filter(Boolean).join(" · ")}
          color={value === lodgingTypeId ? "primary" : "default"}
          variant={value === lodgingTypeId ? "filled" : "outlined"}
          aria-pressed={value === lodgingTypeId}
          onClick={() => onPick(lodgingTypeId)}
        />
      ))}
    </Box>
  );
};
