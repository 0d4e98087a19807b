import Button from "@mui/material/Button";
import { useState } from "react";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { FACILITY, usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { later } from "../../../../ui/page/later.tsx";
import { useSold } from "../../../offering/shared/useServices.ts";
import { usePets } from "../../shared/client-link/usePets.ts";
import { type CalendarStaff, NO_STAFF } from "../../shared/types.ts";
import { whatIn } from "../fields/draft.ts";
import type { Draft } from "../fields/useBooking.ts";

const SmartModal = later(async () => (await import("../../shared/smart-scheduling/SmartModal.tsx")).SmartModal);

/** For who drives to clients: the times that cost the least driving. The one taken stands in the booking. */
export const OnTheWay = ({ draft: { client, plan, set }, staff, duration }: { draft: Draft; staff: CalendarStaff[]; duration: number }) => {
  const [open, setOpen] = useState(false);
  const { appType } = usePreferences();
  const pets = usePets(client?.customerId).data?.pets ?? [];
  const services = useSold().data?.services ?? [];
  const today = useFormat().now().date;
  if (appType === FACILITY || !client || duration < 1) return null;
  const everybody = staff.map((one) => one.staffId).filter((id) => id !== NO_STAFF);
  return (
    <>
      <Button onClick={() => setOpen(true)} sx={{ justifySelf: "start" }} {...SmartModal.warmers}>
        Find a time on the way
      </Button>
      {open && (
        <SmartModal
          client={client}
          what={whatIn(plan, { pets, services })}
          addressId={plan.addressId}
          duration={duration}
          staff={staff.filter((one) => one.staffId !== NO_STAFF)}
          staffIds={plan.staffId === NO_STAFF ? everybody : [plan.staffId]}
          today={today}
          onClose={() => setOpen(false)}
          onTake={({ date, startTime, staffId }, addressId) => {
            const lines = plan.lines.map((line) => (line.staffId === plan.staffId ? { ...line, staffId } : line));
            set({ startTime, staffId, lines, addressId, ...(isDay(date) && { date: dayToIso(date) }) });
            setOpen(false);
          }}
        />
      )}
    </>
  );
};
