import { useQuery } from "@connectrpc/connect-query";
import type { PetService } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { CareService, type CareTask, type DayService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import { DayListService } from "@leashline/proto/leashline/calendar/v1/day_list_service_pb.js";
import { type PrintCard, PrintCardService } from "@leashline/proto/leashline/calendar/v1/print_card_service_pb.js";
import { isoToDay } from "../../../ui/format/dates.ts";
import type { DayList } from "./day-list.ts";
import type { Kind } from "./print-settings.ts";

export const MOST_AT_ONCE = 200;
const MOST_TASKS = 1000;

/** What is put on paper: cards, a list, or cards with what is to be done; one of them is there as soon as it has been loaded. */
export type PrintData = {
  cards: readonly PrintCard[];
  list?: DayList;
  tasks: readonly CareTask[];
  services: readonly DayService[];
  lines: readonly PetService[];
};

const isList = (kind: Kind): kind is "list" | "arrival" | "departure" => kind === "list" || kind === "arrival" || kind === "departure";
const { getPrintCard, getStayPrintCard, listPrintCards, listStayPrintCards } = PrintCardService.method;

type Asked = { kind: Kind; groomingId: string | null; date: string; historyCount: number; ready: boolean };

/** The paper of one appointment, or of a day. */
export const usePrintData = ({ kind, groomingId, date, historyCount, ready }: Asked) => {
  /** Stays with what is to be done for them on the day. */
  const ofTasks = kind === "activity" || kind === "task";
  const stays = kind === "stay" || ofTasks;
  const id = groomingId ?? "0";
  const day = { date: isoToDay(date), pageSize: MOST_AT_ONCE };
  const single = ready && groomingId !== null;
  const daily = ready && groomingId === null;
  const one = useQuery(getPrintCard, { groomingId: id, historyCount }, { enabled: single && !stays });
  const oneStay = useQuery(getStayPrintCard, { groomingId: id }, { enabled: single && stays });
  const all = useQuery(listPrintCards, { ...day, historyCount }, { enabled: daily && !stays && !isList(kind) });
  const allStays = useQuery(listStayPrintCards, day, { enabled: daily && stays });
  const lists = {
    list: useQuery(DayListService.method.listAppointmentCards, day, { enabled: daily && (kind === "list" || ofTasks) }),
    arrival: useQuery(DayListService.method.listBoardingArrivalCards, day, { enabled: daily && kind === "arrival" }),
    departure: useQuery(DayListService.method.listBoardingDepartureCards, day, { enabled: daily && kind === "departure" }),
  };
  const care = { date: day.date, pageSize: MOST_TASKS };
  const tasks = useQuery(CareService.method.listCareTasks, care, { enabled: daily && ofTasks });
  const cardsAsked = groomingId === null ? (stays ? allStays : all) : stays ? oneStay : one;
  const asked = isList(kind) ? lists[kind] : cardsAsked;
  const answer = asked.data;
  const error = asked.error ?? tasks.error ?? (ofTasks ? lists.list.error : null);
  const waits = !answer || (ofTasks && !(tasks.data && lists.list.data));
  const { groomings = [], evaluations = [], dogWalkings = [] } = ofTasks ? (lists.list.data ?? {}) : {};
  const lines = [...groomings, ...evaluations, ...dogWalkings].flatMap(({ petService }) => petService ?? []);
  const cards = answer && "cards" in answer ? answer.cards : answer && "card" in answer && answer.card ? [answer.card] : [];
  const data: PrintData | undefined = waits
    ? undefined
    : {
        cards,
        tasks: tasks.data?.tasks ?? [],
        services: tasks.data?.services ?? [],
        lines,
        ...(answer && "appointments" in answer && { list: answer }),
      };
  return {
    data,
    more: answer !== undefined && "nextPageToken" in answer && answer.nextPageToken !== "",
    error,
    retry: () => void Promise.all([asked.refetch(), tasks.error && tasks.refetch(), ofTasks && lists.list.refetch()]),
  };
};
