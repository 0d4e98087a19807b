import Button from "@mui/material/Button";
import { useState } from "react";
import { later } from "../../../../ui/page/later.tsx";
import { NO_STAFF } from "../../shared/types.ts";
import type { Draft } from "../fields/useBooking.ts";

const WaitDrawer = later(async () => (await import("../../../online-booking/shared/waitlist/WaitDrawer.tsx")).WaitDrawer);

/** When no time suits: what is typed becomes a wish, and the client waits. */
export const WaitInstead = ({ draft: { client, plan }, onAdded }: { draft: Draft; onAdded: () => void }) => {
  const [open, setOpen] = useState(false);
  const { lines, staffId, notes } = plan;
  return (
    <>
      <Button onClick={() => setOpen(true)} sx={{ justifySelf: "start" }} {...WaitDrawer.warmers}>
        No time fits? Add to the waitlist
      </Button>
      {open && (
        <WaitDrawer
          start={{
            client,
            lines: lines.filter(({ addOn }) => !addOn).map(({ petId, serviceId }) => ({ petId, serviceId })),
            staffIds: staffId === NO_STAFF ? [] : [staffId],
            note: notes,
          }}
          onClose={() => setOpen(false)}
          onSaved={onAdded}
        />
      )}
    </>
  );
};
