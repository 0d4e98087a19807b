import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import DialogActions from "@mui/material/DialogActions";
import DialogContent from "@mui/material/DialogContent";
import DialogTitle from "@mui/material/DialogTitle";
import { useEffect, useState } from "react";
import { formatDuration } from "../../../../ui/format/duration.ts";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useStaffNames } from "../useCalendar.ts";
import { usePriceQuestion } from "./price-question.ts";

type Changes = NonNullable<ReturnType<typeof usePriceQuestion.getState>["asked"]>["changes"];

/** What the lines come to, now and by the catalog. */
const totalsOf = (changes: Changes) => {
  const currency = changes[0]?.price?.currencyCode ?? "";
  const sum = (of: (change: Changes[number]) => Changes[number]["price"]) =>
    fromMinor(
      changes.reduce((total, change) => total + toMinor(of(change)), 0n),
      currency,
    );
  return { kept: sum((change) => change.price), taken: sum((change) => change.catalogPrice) };
};

const titleOf = (changes: Changes): string => {
  if (changes.some(({ byLength }) => byLength)) return "The price depends on the length";
  return changes.every(({ byDate }) => byDate) ? "That day has a different price" : "This staff member has their own price";
};

/** A move that would change prices: which, and by what. Nothing is charged differently before somebody says so. */
export const PriceDialog = () => {
  const asked = usePriceQuestion((state) => state.asked);
  const [changes, setChanges] = useState<Changes>([]);
  const format = useFormat();
  const names = useStaffNames();
  useEffect(() => {
    if (asked) setChanges(asked.changes);
  }, [asked]);
  const { kept, taken } = totalsOf(changes);
  return (
    <Dialog open={asked !== undefined} onClose={() => asked?.answer("leave")} aria-labelledby="price-title" maxWidth="xs" fullWidth>
      <DialogTitle id="price-title">{titleOf(changes)}</DialogTitle>
      <DialogContent sx={{ display: "grid", gap: 1.25 }}>
        {changes.map((change) => (
          <Box key={change.petDetailId} sx={{ display: "flex", gap: 2, justifyContent: "space-between" }}>
            <span>
              {change.serviceName} for {change.petName}
              <Box component="span" sx={{ display: "block", color: "text.secondary" }}>
                {change.byLength
                  ? formatDuration(change.duration)
                  : change.byDate
                    ? "your pricing rules for that day"
                    : `with ${names.get(change.staffId) ?? "no staff assigned"}`}
              </Box>
            </span>
            <Box component="span" sx={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
              {format.money(change.price)} → <b>{format.money(change.catalogPrice)}</b>
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions sx={{ flexWrap: "wrap" }}>
        <Button onClick={() => asked?.answer("leave")}>Do not move</Button>
        <Button variant="outlined" onClick={() => asked?.answer("take")}>
          Move and charge {format.money(taken)}
        </Button>
        <Button variant="contained" color="primary" onClick={() => asked?.answer("keep")}>
          Keep {format.money(kept)}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
