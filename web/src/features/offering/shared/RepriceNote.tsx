import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useEffect, useState } from "react";
import { fromMinor } from "../../../ui/format/money.ts";
import { plural } from "../../../ui/format/text.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { keyOf, UNDO_MS, useRepriced } from "./repriced.ts";

/** True until the time is over; then it is drawn once more. */
const useUntil = (end: number): boolean => {
  const [over, setOver] = useState(0);
  useEffect(() => {
    const left = end - Date.now();
    if (left <= 0) return;
    const timer = setTimeout(() => setOver(end), left);
    return () => clearTimeout(timer);
  }, [end]);
  return over < end && Date.now() < end;
};

/** On the page of what costs something else now: who got the new price and can be given the old one back, or who keeps the old one still. */
export const RepriceNote = ({ serviceId }: { serviceId: string }) => {
  const kept = useRepriced((state) => state.kept[keyOf(serviceId)]);
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const done = kept?.done;
  const undoable = useUntil((done?.at ?? 0) + UNDO_MS);
  const run = async (work: (calls: typeof import("./offer-reprice.ts")) => Promise<void>) => {
    setBusy(true);
    await work(await import("./offer-reprice.ts")).finally(() => setBusy(false));
  };
  const was = kept?.was === undefined ? undefined : fromMinor(BigInt(kept.was), kept.currency);
  if (done && undoable)
    return (
      <Alert
        severity="info"
        action={
          <Button size="small" loading={busy} onClick={() => void run((calls) => calls.takeBackReprice(serviceId, done.changes))}>
            Undo
          </Button>
        }
      >
        {plural(done.changes.length, "visit")} got the new price at {format.time(new Date(done.at))}
      </Alert>
    );
  if (!kept?.offered) return null;
  return (
    <Alert
      severity="info"
      action={
        <Button
          size="small"
          loading={busy}
          onClick={() => void run((calls) => calls.offerReprice({ serviceId, ...(was && { was }) }, format))}
        >
          Use the new price…
        </Button>
      }
    >
      Future visits keep the price they were booked with{was ? `, ${format.money(was)}` : ""}.
    </Alert>
  );
};
