import { BatchAct } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useEffect, useMemo, useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { later } from "../../../ui/page/later.tsx";
import { isOver } from "../shared/status.ts";
import { useMayEdit } from "../shared/useCalendar.ts";
import { stopPicking, usePicked } from "./picked.ts";

const PlaceMany = later(async () => (await import("./PlaceMany.tsx")).PlaceMany);
const CancelMany = later(async () => (await import("./CancelMany.tsx")).CancelMany);

type Doing = "cancel" | "again" | "move";

/** What can be done with the appointments that are picked (core §2: cancel, book again, reschedule). Esc leaves picking. */
export const BatchBar = () => {
  const picked = usePicked((state) => state.cards);
  const cards = useMemo(() => [...picked.values()], [picked]);
  const [doing, setDoing] = useState<Doing>();
  const [mayEdit, mayBook, mayCancel] = [useMayEdit(), useCan("createAndEditTicket"), useCan("cancelOrDeleteTicket")];
  const open = cards.length > 0 && cards.every((card) => !isOver(card.appointmentStatus));
  useEffect(() => stopPicking, []);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => event.key === "Escape" && !event.defaultPrevented && !doing && stopPicking();
    window.addEventListener("keydown", leave);
    return () => window.removeEventListener("keydown", leave);
  }, [doing]);
  const close = () => setDoing(undefined);
  const acts = [
    mayCancel && { does: "cancel" as const, label: "Cancel…", enabled: open },
    mayBook && { does: "again" as const, label: "Book again…", enabled: cards.length > 0 && cards.length <= 50 },
    mayEdit && { does: "move" as const, label: "Move…", enabled: open },
  ].filter((act) => act !== false);
  return (
    <>
      <Paper
        role="toolbar"
        aria-label="Selected appointments"
        elevation={8}
        sx={{
          position: "absolute",
          zIndex: 9,
          bottom: 16,
          left: "50%",
          transform: "translateX(-50%)",
          display: "flex",
          flexWrap: "wrap",
          justifyContent: "center",
          alignItems: "center",
          gap: 1,
          px: 1.5,
          py: 1,
          borderRadius: 2,
          width: { xs: "calc(100% - 24px)", md: "auto" },
        }}
      >
        <Typography role="status" sx={{ flex: { xs: "1 0 100%", md: "none" }, px: 1, textAlign: "center" }}>
          {cards.length === 0 ? "Pick appointments" : `${cards.length} selected`}
        </Typography>
        {acts.map(({ does, label, enabled }) => (
          <Button key={does} variant="outlined" disabled={!enabled} onClick={() => setDoing(does)}>
            {label}
          </Button>
        ))}
        <Button onClick={stopPicking}>Done</Button>
      </Paper>
      {doing === "cancel" && <CancelMany cards={cards} onClose={close} onDone={stopPicking} />}
      {(doing === "again" || doing === "move") && (
        <PlaceMany act={doing === "again" ? BatchAct.BOOK_AGAIN : BatchAct.RESCHEDULE} cards={cards} onClose={close} onDone={stopPicking} />
      )}
    </>
  );
};
