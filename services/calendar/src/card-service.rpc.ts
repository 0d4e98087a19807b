import { create, type DescMessage, type MessageShape } from "@bufbuild/protobuf";
import { WireType } from "@bufbuild/protobuf/wire";
import { type Ctx, implement, toWireDate } from "@leashline/kit";
import { DateSchema } from "@leashline/proto/google/type/date_pb.js";
import {
  CardService,
  type ListDayCardsRequest,
  ListDayCardsResponseSchema,
  type ListMonthCardsRequest,
  ListMonthCardsResponseSchema,
  MonthDaySchema,
} from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { cardAlerts } from "./alerts/card-alerts.ts";
import { toAppointment } from "./appointments/appointment.mapper.ts";
import { moveEvaluation } from "./booking/move-evaluation.ts";
import { previewCards } from "./booking/preview.ts";
import type { CardsQuestion } from "./cards/card.store.ts";
import { holdsSeen } from "./cards/held-card.ts";
import { slotInfosOf } from "./cards/slot-infos.ts";
import { query } from "./db.ts";
import { loadDays } from "./occupancy/days.store.ts";
import { businessOf } from "./projections/business.ts";
import { currentCards, currentMonth } from "./rebuild/current-cards.ts";
import { spanOf } from "./scheduling/asked-days.ts";

const MOST_DAYS_WITH_NOTES = 14;
const MOST_DAYS = 62;

export const cardRpc = implement(CardService, {
  async listDayCards(request, ctx) {
    return asStored(ListDayCardsResponseSchema, await currentCards(ctx, questionOf(ctx, request, MOST_DAYS_WITH_NOTES, true)));
  },

  async listMonthCards(request, ctx) {
    const { cardsPerDay } = request;
    if (cardsPerDay === 0)
      return asStored(ListMonthCardsResponseSchema, await currentCards(ctx, questionOf(ctx, request, MOST_DAYS, false)));
    const { cards, days } = await currentMonth(ctx, questionOf(ctx, request, MOST_DAYS, false), cardsPerDay);
    const message = asStored(ListMonthCardsResponseSchema, cards);
    message.days = days.map(({ date, ...count }) => create(MonthDaySchema, { date: create(DateSchema, toWireDate(date)), ...count }));
    return message;
  },

  listCardAlerts: async (request, ctx) => ({ alerts: await cardAlerts(ctx, request) }),

  previewCalendarCards: async (request, ctx) => ({ cards: await previewCards(ctx, request) }),

  rescheduleEvaluationService: async (request, ctx) => ({ appointment: toAppointment(await moveEvaluation(ctx, request)) }),

  async listDaySlotInfos(request, ctx) {
    const span = spanOf(request, MOST_DAYS);
    const business = await businessOf(ctx, request.businessId);
    const who = request.staffIds.length > 0 ? request.staffIds : { online: false };
    const days = await query(ctx, (db) => loadDays(db, { ...business, ...span, who }));
    const slotInfos = [...days].flatMap(([key, day]) => {
      const [staffId = "", date = ""] = key.split(" ");
      return slotInfosOf(staffId, date, day);
    });
    return { slotInfos };
  },
});

/** An answer that is encoded already: the kit sends it as it is, and decodes it for callers who read JSON. */
function asStored<D extends DescMessage>(schema: D, bytes: Uint8Array): MessageShape<D> {
  const message = create(schema);
  // The first tag is written by the encoder; what follows it, further cards with their tags included, goes out untouched.
  if (bytes.length > 0) message.$unknown = [{ no: 1, wireType: WireType.LengthDelimited, data: bytes.subarray(1) }];
  return message;
}

const questionOf = (ctx: Ctx, request: ListDayCardsRequest | ListMonthCardsRequest, mostDays: number, notes: boolean): CardsQuestion => ({
  ...spanOf(request, mostDays),
  businessId: request.businessId,
  notes,
  ...holdsSeen(ctx),
  staffIds: request.filters?.staffIds ?? [],
  statuses: request.filters?.statuses ?? [],
});
