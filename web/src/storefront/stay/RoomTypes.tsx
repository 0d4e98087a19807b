import type { OfferedRoomType } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";

type Props = { types: readonly OfferedRoomType[]; value: string; onPick: (lodgingTypeId: string) => void };

/** Which kind of room, where there is a choice. */
export const RoomTypes = ({ types, value, onPick }: Props) => {
  if (types.length < 2) return null;
  const all = [{ lodgingTypeId: "0", name: "Any room" }, ...types];
  return (
    <Box role="group" aria-label="Kind of room" sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
      {all.map(({ lodgingTypeId, name }) => (
        <Chip
          key={lodgingTypeId}
          label={name}
          color={value === lodgingTypeId ? "primary" : "default"}
          variant={value === lodgingTypeId ? "filled" : "outlined"}
          aria-pressed={value === lodgingTypeId}
          onClick={() => onPick(lodgingTypeId)}
        />
      ))}
    </Box>
  );
};
