import type { BookableClass } from "@leashline/proto/leashline/online_booking/v1/class_booking_pb.js";
import Box from "@mui/material/Box";
import Radio from "@mui/material/Radio";
import Typography from "@mui/material/Typography";
import { toMinor } from "../../ui/format/money.ts";
import { formatOf } from "../format.ts";
import { taxWord, together } from "../money.ts";
import type { Shop } from "../types.ts";
import { hasRoom, placesText, sessionsText } from "./classes.ts";

type Props = { one: BookableClass; shop: Shop; pets: number; chosen: boolean; onChoose: () => void };

/** A class with its dates, who teaches it, what it costs and how many places are left. */
export const ClassCard = ({ one, shop, pets, chosen, onChoose }: Props) => {
  const format = formatOf(shop);
  const price =
    one.price && `${format.money(one.price, { short: true })}${taxWord(toMinor(one.tax) > 0n)}${pets > 1 ? " for each pet" : ""}`;
  return (
    <Box
      component="label"
      sx={{
        ...{ display: "flex", gap: 0.5, p: 1.5, cursor: "pointer", bgcolor: "background.paper", borderRadius: 1.75, border: 1 },
        borderColor: chosen ? "primary.main" : "line",
      }}
    >
      <Radio value={one.classId} checked={chosen} onChange={onChoose} sx={{ alignSelf: "start", p: 1 }} />
      <Box sx={{ minWidth: 0, flex: 1, display: "grid", gap: 0.25 }}>
        <Box sx={{ display: "flex", gap: 1, justifyContent: "space-between", flexWrap: "wrap" }}>
          <Typography variant="subtitle1">{one.name}</Typography>
          <Typography variant="subtitle1">{price}</Typography>
        </Box>
        <Typography>{sessionsText(one, shop)}</Typography>
        {one.staffName && <Typography color="textSecondary">With {one.staffName}</Typography>}
        {one.prerequisites.length > 0 && (
          <Typography color="textSecondary">
            For pets that have completed {together(one.prerequisites)}. Did yours do that somewhere else? Tell us in your message.
          </Typography>
        )}
        {one.sessions.length > 1 && (
          <Box component="details">
            <Box component="summary" sx={{ cursor: "pointer", py: 0.75, color: "text.secondary" }}>
              All dates
            </Box>
            {one.sessions.map(({ date, startTime, endTime }) => (
              <Typography key={date} variant="body2" color="textSecondary">
                {format.longDay(date)}, {format.range(startTime, endTime)}
              </Typography>
            ))}
          </Box>
        )}
        <Typography variant="body2" sx={{ fontWeight: 600, color: hasRoom(one, pets) ? "tone.ok.main" : "tone.warn.main" }}>
          {placesText(one, pets)}
        </Typography>
      </Box>
    </Box>
  );
};
