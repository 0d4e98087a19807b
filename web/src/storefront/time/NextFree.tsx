import type { TimeConflict } from "@leashline/proto/leashline/options/v1/problem_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { startText } from "./arrival.ts";
import type { Wanted } from "./useHold.ts";

export type Taken = { message: string; detail: TimeConflict | undefined };

/** Somebody was faster: the next free times, one tap away. */
export const NextFree = ({ conflict, shop, onPick }: { conflict: Taken; shop: Shop; onPick: (wanted: Wanted) => void }) => (
  <Alert severity="warning">
    {conflict.message}
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1 }}>
      {(conflict.detail?.nextFree ?? []).map((one) => (
        <Button key={`${one.staffId}-${one.date}-${one.startTime}`} variant="outlined" onClick={() => onPick(one)}>
          {formatOf(shop).shortDay(one.date)} · {startText(formatOf(shop), one.startTime, shop.arrivalWindow)}
          {shop.staff.length > 1 ? ` · ${shop.staff.find((s) => s.staffId === one.staffId)?.firstName ?? ""}` : ""}
        </Button>
      ))}
    </Box>
  </Alert>
);
