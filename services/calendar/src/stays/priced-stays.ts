import { type Ctx, listed, toMoney, toWireDate } from "@leashline/kit";
import type { ListPricedStaysRequest } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { agreedRate } from "@leashline/proto/rules/stay-price.ts";
import { toLodging } from "../appointments/appointment.mapper.ts";
import { query } from "../db.ts";
import { spanOf } from "../scheduling/asked-days.ts";
import { type PricedStayRow, readPricedStays } from "./priced-stays.store.ts";

const MOST_DAYS = 62;

/** What stays were charged, for whoever tries a pricing rule against them. */
export async function pricedStays(ctx: Ctx, request: ListPricedStaysRequest) {
  const span = spanOf(request, MOST_DAYS);
  const { rows, nextPageToken } = await listed(request, {
    ...{ standard: 200, most: 1_000, key: ({ date, id }: PricedStayRow) => [date, id] },
    read: (page) => query(ctx, (db) => readPricedStays(db, request.businessId, span, page)),
  });
  return { stays: rows.map(toPriced), nextPageToken };
}

const toPriced = ({ id, date, endDate, start, end, currency, firstVisit, lines }: PricedStayRow) => ({
  firstVisit,
  ...{ appointmentId: id, startDate: toWireDate(date), endDate: toWireDate(endDate), startTime: start, endTime: end },
  lines: lines.flatMap(({ petId, serviceId, price, parts, lodgings }) => {
    const rate = agreedRate(parts);
    if (rate === null) return [];
    const own = lodgings.filter(({ own }) => own).map((nights) => toLodging(nights, currency));
    const line = { petId, serviceId, unit: parts[0]?.unit ?? 0, lodgings: own };
    return [{ ...line, rate: toMoney(rate, currency), price: toMoney(BigInt(price), currency) }];
  }),
});
