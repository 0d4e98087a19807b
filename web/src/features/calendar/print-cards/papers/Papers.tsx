import Box from "@mui/material/Box";
import { useRequiredSigns } from "../../../customer/shared/alerts/useRequiredSign.ts";
import type { PetDay } from "../activities.ts";
import { type Kind, type PrintSettings, shows } from "../print-settings.ts";
import type { PrintData } from "../usePrintData.ts";
import { ActivityPaper, TaskPaper } from "./ActivityPaper.tsx";
import { AppointmentPaper } from "./AppointmentPaper.tsx";
import { LabelPaper } from "./LabelPaper.tsx";
import { ListPaper } from "./ListPaper.tsx";
import { StayPaper } from "./StayPaper.tsx";

type Props = { kind: Kind; data: PrintData; days: readonly PetDay[]; settings: PrintSettings; date: string };

const sheet = {
  display: "grid",
  gap: 1.5,
  maxWidth: 720,
  "@media print": { display: "block", maxWidth: "none", "& > *": { mb: "6mm" } },
} as const;

/** The paper of a kind. */
export const Papers = ({ kind, data, days, settings, date }: Props) => {
  if (kind === "list" || kind === "arrival" || kind === "departure")
    return data.list && <ListPaper kind={kind} list={data.list} settings={settings} date={date} />;
  if (kind === "label") return <LabelPaper cards={data.cards} settings={settings} date={date} />;
  if (kind === "task") return <TaskPaper days={days} date={date} />;
  if (kind === "activity")
    return (
      <Box sx={sheet}>
        <ActivityPaper days={days} date={date} />
      </Box>
    );
  return <Cards kind={kind} cards={data.cards} settings={settings} />;
};

type CardsProps = { kind: "appointment" | "stay"; cards: PrintData["cards"]; settings: PrintSettings };

const Cards = ({ kind, cards, settings }: CardsProps) => {
  const Card = kind === "stay" ? StayPaper : AppointmentPaper;
  const ids = cards.flatMap(({ appointment }) => appointment?.id ?? []);
  const unsigned = useRequiredSigns(shows(settings, "appointmentInfo", "agreementStatus") ? ids : []);
  return (
    <Box sx={sheet}>
      {cards.map((card) => (
        <Card key={card.appointment?.id} card={card} settings={settings} unsigned={unsigned?.appointments} />
      ))}
    </Box>
  );
};
