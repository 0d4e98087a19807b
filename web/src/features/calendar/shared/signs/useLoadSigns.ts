import { useQuery } from "@connectrpc/connect-query";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect } from "react";
import { onNotice } from "../../../../app/live/notices.ts";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { showSigns, signsOf } from "./card-signs.ts";

/** What makes them old besides the calendar itself. */
const others = ["customer.client", "customer.agreement", "payment.changed"] as const;

/** Asks what stands beside the cards of these days, once they are there. A month has no room for it. */
export const useLoadSigns = (span: { from: string; to: string }, wanted: boolean): void => {
  const format = useFormat();
  const { data, refetch } = useQuery(
    CardService.method.listCardAlerts,
    { startDate: isoToDay(span.from), endDate: isoToDay(span.to) },
    { enabled: wanted, placeholderData: keepPreviousData },
  );
  useEffect(() => {
    showSigns(new Map(data?.alerts.map((one) => [one.appointmentId, signsOf(one, (day) => format.shortDay(day))])));
  }, [data, format]);
  useEffect(() => {
    const stops = others.map((topic) => onNotice(topic, () => void (wanted && refetch())));
    return () => {
      for (const stop of stops) stop();
    };
  }, [wanted, refetch]);
};
