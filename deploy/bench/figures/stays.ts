import { randomUUID } from "node:crypto";
import { ConnectError } from "@connectrpc/connect";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StayBookingService } from "@leashline/proto/leashline/online_booking/v1/stay_booking_pb.js";
import pg from "pg";
import { type Figure, interleaved, roundMs } from "../figure.ts";
import { dayAfter } from "../history.ts";
import { type Hotel, layHotel, weeksShown } from "../hotel.ts";
import { quiet } from "../house.ts";
import { type Load, load, quantile } from "../load.ts";
import { bareStay } from "./bare-stay.ts";
import { pricingRate } from "./pricing.ts";
import type { Part, Setting } from "./setting.ts";
import { wireDate } from "./wire-date.ts";

const hands = 4;
const [comes, leaves] = [14 * 60, 11 * 60];
const plus = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

type Wish = { from: string; nights: number; guest: number; unitId?: string };
const wishOf = ({ serviceId, guests }: Hotel, { from, nights, guest, unitId = "0" }: Wish) => {
  const { customerId, petId } = guests[guest % guests.length]!;
  return {
    ...{
      customerId,
      staffId: "-10",
      appointmentDate: wireDate(from),
      startTime: comes,
      endDate: wireDate(plus(from, nights)),
      endTime: leaves,
    },
    petServices: [{ petId, services: [{ serviceId, lodgingUnitId: unitId }] }],
  };
};

/** One call after the other: the hundredth slowest. */
async function waits({ house }: Setting, name: string, aim: number, request: Buffer): Promise<Figure> {
  await load(house.gateway(() => request, { inFlight: 1, ms: roundMs }));
  const rounds: Load[] = [];
  for (let round = 0; round < 5; round++) rounds.push(await load(house.gateway(() => request, { inFlight: 1, ms: roundMs })));
  const mid = (of: "p50" | "p99") =>
    quantile(
      rounds.map((one) => one[of]).sort((a, b) => a - b),
      0.5,
    );
  return { name, value: mid("p99"), unit: "ms", better: "lower", aim, ours: `${mid("p50").toFixed(1)} ms p50` };
}

async function booking({ house }: Setting, hotel: Hotel): Promise<Figure> {
  const { shop } = hotel;
  let count = 0;
  // Thirty stays of a week begin on each day: there is a room for every one.
  const next = (key = randomUUID()) => {
    const n = count++;
    const wish = wishOf(hotel, { from: plus(hotel.freeFrom, Math.floor(n / 30)), nights: 7, guest: n });
    return shop.request(AppointmentService.method.bookAppointment, wish, { "idempotency-key": key });
  };
  const key = randomUUID();
  await load(house.gateway(() => next(key), { inFlight: 1, calls: 1 }));
  const pool = new pg.Pool({ connectionString: house.adminUrl, max: hands });
  try {
    const { rows } = await pool.query(
      `select (select max(id)::text from calendar.appointment where company_id = $1) as id, (select key from calendar.idempotency where company_id = $1 and key like '%' || $2 || '%' limit 1) as key`,
      [shop.identity.companyId, key],
    );
    const bare = await bareStay(pool, shop.identity.companyId, rows[0].id, rows[0].key);
    await load(house.gateway(() => next(), { inFlight: hands, calls: 100 }));
    for (let n = 0; n < 100; n++) await bare();
    const settled = async (run: () => Promise<number>) => {
      await quiet(house);
      return await run();
    };
    const seen = await interleaved(
      () => settled(async () => (await load(house.gateway(() => next(), { inFlight: hands, ms: roundMs }))).perSecond),
      () => settled(() => perSecond(bare)),
    );
    return {
      name: "booking a stay of a week, 4 in flight, to the same rows by bare SQL",
      ...{ value: seen.ours / seen.baseline, unit: "ratio", better: "higher", aim: 0.15 },
      ...{ ours: `${Math.round(seen.ours)}/s`, baseline: `${Math.round(seen.baseline)}/s` },
    };
  } finally {
    await pool.end();
  }
}

async function perSecond(book: () => Promise<void>): Promise<number> {
  const began = performance.now();
  let count = 0;
  const hand = async () => {
    while (performance.now() - began < roundMs) {
      await book();
      count++;
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
  return count / ((performance.now() - began) / 1000);
}

/** 50 want the last room at once, in each of 40 rooms: how many rooms have one winner alone. */
async function lastRooms({ house }: Setting, hotel: Hotel): Promise<Figure[]> {
  const { shop, freeRooms } = hotel;
  const [racers, races] = [50, 40];
  const before = await deadlocks(house.admin);
  let won = 0;
  const began = performance.now();
  for (let race = 0; race < races; race++) {
    const from = dayAfter(30 + 7 * Math.floor(race / freeRooms.length));
    const unitId = freeRooms[race % freeRooms.length]!;
    const outcomes = await Promise.all(
      Array.from({ length: racers }, (_, guest) =>
        shop.api
          .client(AppointmentService)
          .bookAppointment(wishOf(hotel, { from, nights: 5, guest, unitId }))
          .then(() => "won")
          .catch((error) => (ConnectError.from(error).rawMessage ? "told" : "lost")),
      ),
    );
    if (outcomes.filter((one) => one === "won").length === 1 && !outcomes.includes("lost")) won += 1;
  }
  const ours = `${Math.round((performance.now() - began) / races)} ms a race`;
  return [
    {
      name: `  the last room wanted by ${racers} at once, ${races} rooms: one winner each`,
      value: won,
      unit: "count",
      better: "higher",
      aim: races,
      ours,
    },
    { name: "  deadlocks in those", value: (await deadlocks(house.admin)) - before, unit: "count", better: "lower", aim: 0 },
  ];
}

const deadlocks = async (admin: pg.Pool): Promise<number> =>
  (await admin.query("select deadlocks::int as n from pg_stat_database where datname = current_database()")).rows[0].n;

async function measure(setting: Setting): Promise<Figure[]> {
  const figures = [pricingRate()];
  const hotel = await layHotel(setting.house);
  const { shop, guests } = hotel;
  setting.say(`laid out: ${hotel.stays} stays, ${hotel.nights} nights in 300 units`);
  const weeks = { startDate: wireDate(dayAfter(0)), endDate: wireDate(dayAfter(weeksShown * 7 - 1)) };
  const { customerId, petId } = guests[0]!;
  const week = { startDate: wireDate(dayAfter(20)), startTime: comes, endDate: wireDate(dayAfter(27)), endTime: leaves };
  const calendar = shop.request(StayService.method.getLodgingCalendar, weeks);
  const free = shop.request(StayService.method.findFreeLodgings, { customerId, petIds: [petId], ...week });
  const name = "300 lodging units, 400,000 nights:";
  figures.push(await waits(setting, `${name} calendar of 8 weeks, p99`, 60, calendar));
  figures.push(await waits(setting, `${name} free units for a week, p99`, 30, free));
  const { setting: online } = await shop.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
  const month = { startDate: wireDate(dayAfter(10)), endDate: wireDate(dayAfter(40)) };
  const wish = {
    bookOnlineName: online?.bookOnlineName ?? "",
    pets: [{ serviceIds: [hotel.serviceId], petType: "Dog", weight: 20 }],
    ...month,
  };
  const nights = shop.request(StayBookingService.method.getStayNights, wish);
  figures.push(await waits(setting, `${name} a month on the booking page, p99`, 60, nights));
  figures.push(await booking(setting, hotel));
  figures.push(...(await lastRooms(setting, hotel)));
  return figures;
}

export const stays: Part = { name: "stays", measure };
