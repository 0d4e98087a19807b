import { useQuery } from "@connectrpc/connect-query";
import { type CalendarCard, CardType } from "@leashline/proto/leashline/calendar/v1/card_pb.js";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { type Format, useFormat } from "../../../../ui/format/useFormat.ts";
import { lookOf } from "../../shared/card-look.ts";
import { cardWords } from "../../shared/card-text.ts";
import { showPlanned } from "../../shared/planned.ts";
import { useCalendarSetting } from "../../shared/useCalendar.ts";
import { petServicesOf } from "../fields/draft.ts";
import type { Segment } from "../fields/outline.ts";
import type { Draft } from "../fields/useBooking.ts";

type Drawn = { draft: Draft; segments: readonly Segment[]; ready: boolean; currencyCode: string };

/** Draws what is being booked on the calendar, and takes it away with the drawer. Where it stands follows every keystroke; what it says comes from the server. */
export const usePlannedCard = ({ draft, segments, ready, currencyCode }: Drawn): void => {
  const { plan, client } = draft;
  const format = useFormat();
  const look = lookOf(useCalendarSetting().data?.setting);
  const { data } = useQuery(
    CardService.method.previewCalendarCards,
    {
      customerId: client?.customerId ?? "0",
      staffId: plan.staffId,
      appointmentDate: isoToDay(plan.date),
      startTime: plan.startTime ?? 0,
      petServices: petServicesOf(plan, currencyCode),
    },
    { enabled: ready, placeholderData: keepPreviousData, retry: false },
  );
  const cards = ready ? (data?.cards ?? []) : [];
  const drawn = JSON.stringify(
    segments.map(({ staffId, startTime, endTime }) => {
      const card = cards.find((one) => one.staffId === staffId);
      const shown = card && linesOf(card, look, format);
      return {
        date: plan.date,
        staffId,
        startTime,
        endTime,
        title: shown?.title ?? client?.name ?? "New appointment",
        lines: shown?.lines ?? [],
      };
    }),
  );
  useEffect(() => showPlanned(JSON.parse(drawn)), [drawn]);
  useEffect(() => () => showPlanned([]), []);
};

/** As the card will say it, with everything that its business lets a card show. */
const linesOf = (card: CalendarCard, look: ReturnType<typeof lookOf>, format: Format) => {
  const { title, pets, service, price } = cardWords({ ...card, cardType: CardType.APPOINTMENT }, look, format);
  const special = [card.overbooked && "overbooked", card.outOfHours && "out of hours"].filter(Boolean).join(", ");
  return {
    title: card.customerInfo?.isNewClient ? `${title} · new` : title,
    lines: [pets, [price, service].filter(Boolean).join(" · "), special].filter(Boolean),
  };
};
