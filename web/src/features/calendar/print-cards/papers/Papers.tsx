import { useRequiredSigns } from "../../../customer/shared/alerts/useRequiredSign.ts";
import type { PetDay } from "../activities.ts";
import { type Kind, type PrintSettings, shows } from "../print-settings.ts";
import { Sheets } from "../sheets/Sheets.tsx";
import type { PrintData } from "../usePrintData.ts";
import { ActivityPaper, TaskPaper } from "./ActivityPaper.tsx";
import { AppointmentPaper } from "./AppointmentPaper.tsx";
import { LabelPaper } from "./LabelPaper.tsx";
import { ListPaper } from "./ListPaper.tsx";
import type { SheetProps } from "./paper.ts";
import { StayPaper } from "./StayPaper.tsx";

type Props = { kind: Kind; data: PrintData; days: readonly PetDay[]; settings: PrintSettings; date: string; sheets: SheetProps };

/** The paper of a kind. */
export const Papers = ({ kind, data, days, settings, date, sheets }: Props) => {
  if (kind === "list" || kind === "arrival" || kind === "departure")
    return data.list && <ListPaper kind={kind} list={data.list} settings={settings} date={date} sheets={sheets} />;
  if (kind === "label") return <LabelPaper cards={data.cards} settings={settings} date={date} sheets={sheets} />;
  if (kind === "task") return <TaskPaper days={days} sheets={sheets} />;
  if (kind === "activity") return <ActivityPaper days={days} date={date} sheets={sheets} />;
  return <Cards kind={kind} cards={data.cards} settings={settings} sheets={sheets} />;
};

type CardsProps = { kind: "appointment" | "stay"; cards: PrintData["cards"]; settings: PrintSettings; sheets: SheetProps };

const Cards = ({ kind, cards, settings, sheets }: CardsProps) => {
  const Card = kind === "stay" ? StayPaper : AppointmentPaper;
  const ids = cards.flatMap(({ appointment }) => appointment?.id ?? []);
  const unsigned = useRequiredSigns(shows(settings, "appointmentInfo", "agreementStatus") ? ids : []);
  const blocks = cards.map((card) => ({
    key: card.appointment?.id ?? "",
    node: <Card card={card} settings={settings} unsigned={unsigned?.appointments} />,
  }));
  return <Sheets {...sheets} blocks={blocks} gap={12} />;
};
