import type { BatchRow } from "@leashline/proto/leashline/calendar/v1/batch_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import type { CalendarStaff } from "../types.ts";
import type { Wishes } from "./useWishes.ts";
import { WishRow } from "./WishRow.tsx";
import { conflictOfRow } from "./wish.ts";

type Props = {
  wishes: Wishes;
  staff: readonly CalendarStaff[];
  /** Of those for which no place was found: why, and what is free. */
  unplaced?: ReadonlyMap<string, BatchRow>;
  /** What is done to each: "Move". */
  doing: string;
};

/** Each of several appointments: from where to where, what is in the way, and what is free instead. */
export const WishRows = ({ wishes: { wishes, conflicts, change }, staff, unplaced, doing }: Props) => (
  <Box
    component="ul"
    aria-label="Appointments"
    sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr)" }}
  >
    {wishes.map((wish) => (
      <WishRow
        key={wish.id}
        wish={wish}
        conflict={wish.out ? conflictOfRow(unplaced?.get(wish.id)) : conflicts.get(wish.id)}
        staff={staff}
        doing={doing}
        onChange={(to) => change(wish.id, to)}
      />
    ))}
  </Box>
);

/** Why none of them can be done, if so: stands beside the button that would do it. */
export const WhyNone = ({ wishes: { error } }: Pick<Props, "wishes">) => error && <Alert severity="error">{messageOf(error)}</Alert>;
