import type { DescMethodUnary } from "@bufbuild/protobuf";
import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { RepeatFrequency, SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { SmartSchedulingService } from "@leashline/proto/leashline/calendar/v1/smart_scheduling_service_pb.js";
import { type Figure, interleaved, roundMs, rounds } from "../figure.ts";
import { dayAfter } from "../history.ts";
import type { House } from "../house.ts";
import { type Large, layLarge } from "../large.ts";
import { load, quantile } from "../load.ts";
import { tablesReadWhole } from "./plans.ts";
import type { Part, Setting } from "./setting.ts";
import { wireDate } from "./wire-date.ts";

type Question = {
  name: string;
  /** Milliseconds, p99; none where no screen asks. */
  aim?: number;
  request: Buffer;
  /** What it cannot do without, of the bare tables. */
  sql: string;
  values: readonly unknown[];
};

const from = dayAfter(10);
const until = (days: number) => dayAfter(9 + days);
const minuteOf = (date: string) =>
  Math.floor(Temporal.PlainDate.from(date).toZonedDateTime("America/Los_Angeles").epochMilliseconds / 60_000);

const cardsSql = `select string_agg(lean, '' order by date, start_minute, staff_id) from calendar.calendar_card
  where company_id = $1 and business_id = $2 and date between $3::date and $4::date`;
const monthSql = `with days as (select date, count(*) as n from calendar.calendar_card
    where company_id = $1 and business_id = $2 and date between $3::date and $4::date group by date)
  select string_agg(lean, '') from days cross join lateral (select lean from calendar.calendar_card
    where company_id = $1 and business_id = $2 and date = days.date order by start_minute, staff_id limit 10) c`;
const takenSql = `select resource_id, array_agg(from_utc * 2048 + to_utc - from_utc) from calendar.occupancy
  where company_id = $1 and resource_kind = 1 and resource_id = any($2::bigint[]) and from_utc >= $3 and from_utc < $4 group by resource_id`;
const stopsSql = `${takenSql.replace("select resource_id, array_agg(from_utc * 2048 + to_utc - from_utc)", "select resource_id, array_agg(source_id)")}`;

function questions({ shop, visitId }: Large): Question[] {
  const { companyId, businessId } = shop.identity;
  const ask = <M extends DescMethodUnary>(method: M, message: Parameters<typeof shop.request<M>>[1]) => shop.request(method, message);
  const span = (days: number) => ({ startDate: wireDate(from), endDate: wireDate(until(days)) });
  const cards = (days: number) => ({ sql: cardsSql, values: [companyId, businessId, from, until(days)] });
  const taken = (staffIds: readonly string[], days: number) => ({
    sql: takenSql,
    values: [companyId, staffIds, minuteOf(from), minuteOf(dayAfter(10 + days))],
  });
  const daily = { frequency: RepeatFrequency.DAY, interval: 1, ends: { case: "count" as const, value: 100 } };
  return [
    { name: "day cards, 900", aim: 50, request: ask(CardService.method.listDayCards, span(1)), ...cards(1) },
    {
      name: "month cards, 10 a day of 27,000",
      aim: 50,
      request: ask(CardService.method.listMonthCards, { ...span(30), cardsPerDay: 10 }),
      sql: monthSql,
      values: [companyId, businessId, from, until(30)],
    },
    { name: "month cards, all 27,000", request: ask(CardService.method.listMonthCards, span(30)), ...cards(30) },
    {
      name: "free slots, 50 people, 60 days",
      aim: 100,
      request: ask(SlotService.method.listFreeSlots, { ...span(60), duration: 45, step: 15, staffIds: shop.staffIds }),
      ...taken(shop.staffIds, 60),
    },
    {
      name: "conflicts of a series of 100 dates",
      aim: 100,
      request: ask(SeriesService.method.previewSeries, { appointmentId: visitId, rule: daily }),
      ...taken(shop.staffIds.slice(0, 1), 100),
    },
    {
      name: "smart scheduling, 50 people, 42 days",
      aim: 100,
      request: ask(SmartSchedulingService.method.smartSchedule, {
        date: wireDate(from),
        address: { lat: 47.61, lng: -122.33, zipcode: "98101" },
        duration: 45,
        staffIds: shop.staffIds,
        bufferTime: 5,
      }),
      ...taken(shop.staffIds, 42),
      sql: stopsSql,
    },
  ];
}

/** One call after the other: how long the middle one takes and the hundredth; and how many times as long as the bare statement in the same minutes. */
async function measure({ house, say }: Setting): Promise<Figure[]> {
  const large = await layLarge(house);
  say(`laid out: ${large.visits} visits of one company`);
  const figures: Figure[] = [];
  const asked = questions(large);
  for (const { name, aim, request, sql, values } of asked) {
    const p50s: number[] = [];
    const p99s: number[] = [];
    const ratio = await interleaved(
      async () => {
        const seen = await load(house.gateway(() => request, { inFlight: 1, ms: roundMs }));
        p50s.push(seen.p50);
        p99s.push(seen.p99);
        return seen.p50;
      },
      () => bare(house.admin, { name: `scale ${name}`, text: sql, values: [...values] }),
    );
    // The first round warms up.
    const [p50, p99] = [p50s, p99s].map((all) =>
      quantile(
        all.slice(1).sort((a, b) => a - b),
        0.5,
      ),
    ) as [number, number];
    figures.push({
      name: `a million visits: ${name}, p99`,
      value: p99,
      unit: "ms",
      better: "lower",
      ...(aim !== undefined && { aim }),
      ours: `${p50.toFixed(1)} ms p50`,
      baseline: `${ratio.baseline.toFixed(1)} ms`,
      note: `p50 is ${(ratio.ours / ratio.baseline).toFixed(1)}x the bare statement; medians of ${rounds} rounds`,
    });
  }
  return [...figures, ...(await plans(house, asked))];
}

/** By which plans the same calls are answered: none goes through a whole table. */
async function plans(house: House, asked: readonly Question[]): Promise<Figure[]> {
  const found = await tablesReadWhole(
    house,
    asked.map(
      ({ request }) =>
        () =>
          load(house.gateway(() => request, { inFlight: 1, calls: 1 })),
    ),
  );
  return found.map((tables, nth) => ({
    name: `a million visits: ${asked[nth]?.name}, whole tables`,
    value: tables.length,
    unit: "count",
    better: "lower",
    aim: 0,
    note: tables.length > 0 ? `goes through all of ${tables.join(", ")}` : "no plan goes through a whole table",
  }));
}

/** The middle time of a named statement, asked one after the other for a round. */
async function bare(admin: House["admin"], statement: { name: string; text: string; values: unknown[] }): Promise<number> {
  const client = await admin.connect();
  const times: number[] = [];
  try {
    for (const end = performance.now() + roundMs; performance.now() < end; ) {
      const began = performance.now();
      await client.query(statement);
      times.push(performance.now() - began);
    }
  } finally {
    client.release();
  }
  return quantile(
    times.sort((a, b) => a - b),
    0.5,
  );
}

export const scale: Part = { name: "scale", measure };
