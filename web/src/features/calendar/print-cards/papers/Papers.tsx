import Box from "@mui/material/Box";
import type { PetDay } from "../activities.ts";
import type { Kind, PrintSettings } from "../print-settings.ts";
import type { PrintData } from "../usePrintData.ts";
import { ActivityPaper, TaskPaper } from "./ActivityPaper.tsx";
import { AppointmentPaper } from "./AppointmentPaper.tsx";
import { LabelPaper } from "./LabelPaper.tsx";
import { ListPaper } from "./ListPaper.tsx";
import { StayPaper } from "./StayPaper.tsx";

type Props = { kind: Kind; data: PrintData; days: readonly PetDay[]; settings: PrintSettings; date: string };

/** The paper of a kind. */
export const Papers = ({ kind, data, days, settings, date }: Props) => {
  if (kind === "list" || kind === "arrival" || kind === "departure")
    return data.list && <ListPaper kind={kind} list={data.list} settings={settings} date={date} />;
  if (kind === "label") return <LabelPaper cards={data.cards} settings={settings} date={date} />;
  if (kind === "task") return <TaskPaper days={days} date={date} />;
  const Card = kind === "stay" ? StayPaper : AppointmentPaper;
  return (
    <Box sx={{ display: "grid", gap: 1.5, maxWidth: 720, "@media print": { display: "block", maxWidth: "none", "& > *": { mb: "6mm" } } }}>
      {kind === "activity" ? (
        <ActivityPaper days={days} date={date} />
      ) : (
        data.cards.map((card) => <Card key={card.appointment?.id} card={card} settings={settings} />)
      )}
    </Box>
  );
};
