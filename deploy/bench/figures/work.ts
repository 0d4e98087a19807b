import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import { type Figure, median, rounds } from "../figure.ts";
import { dayAfter } from "../history.ts";
import { type House, quiet } from "../house.ts";
import { type Load, load } from "../load.ts";
import { processorMs } from "../processor.ts";
import { bookingsOf, spots } from "./bookings.ts";
import type { Part, Setting } from "./setting.ts";
import { wireDate } from "./wire-date.ts";

const warmUp = 200;
const many = 300;
const burst = 200;
const asks = 500;
/** Looking whether all is done costs the servers too. */
const seldomMs = 1_500;

type Seen = { load: Load; processorMs: number; perSecond: number };

/** Some calls and all that follows them: processor time of each, and how many a second until nothing is left to do. */
async function whole(house: House, request: () => Buffer, inFlight: number, calls: number, lookMs?: number): Promise<Seen> {
  await quiet(house);
  const since = performance.now();
  const before = processorMs(house.app);
  const seen = await load(house.gateway(request, { inFlight, calls }));
  await quiet(house, lookMs);
  return {
    load: seen,
    processorMs: (processorMs(house.app) - before) / calls,
    perSecond: (calls * 1000) / (performance.now() - since),
  };
}

/** What the calls themselves cost: meanwhile the stream stands still, so that nothing follows them. */
async function answersAlone(house: House, request: () => Buffer, calls: number): Promise<number> {
  await quiet(house);
  const stream = house.app.pid("nats");
  process.kill(stream, "SIGSTOP");
  try {
    const before = processorMs(house.app);
    await load(house.gateway(request, { inFlight: 1, calls }));
    return (processorMs(house.app) - before) / calls;
  } finally {
    process.kill(stream, "SIGCONT");
  }
}

/** A page that takes bookings and accepts them by itself, and requests of ever new people. */
export async function openPage({ shop, serviceId }: Pick<Setting, "shop" | "serviceId">, page: string) {
  const settings = shop.api.client(OnlineBookingSettingService);
  const { setting } = await settings.getOnlineBookingSetting({ businessId: shop.identity.businessId });
  await settings.updateOnlineBookingSetting({
    bookOnlineName: page,
    isEnable: true,
    autoAccept: true,
    farthestAvailable: 365,
    revision: setting?.revision ?? 0,
    updateMask: { paths: ["book_online_name", "is_enable", "auto_accept", "farthest_available"] },
  });
  const spot = spots(shop.staffIds, 200);
  let nth = 0;
  const submit = () => {
    const { date, staffId, start } = spot();
    const person = {
      firstName: "Online",
      lastName: `Nr ${++nth}`,
      phoneNumber: `+1206${5_580_000 + nth}`,
      email: `online${nth}@bench.leashline.test`,
    };
    const pets = [{ petName: "Rex", petType: "Dog", serviceIds: [serviceId] }];
    return shop.request(StorefrontService.method.submitBooking, {
      bookOnlineName: page,
      customer: person,
      pets,
      staffId,
      date: wireDate(date),
      startTime: start,
    });
  };
  const day = wireDate(dayAfter(20));
  const times = () =>
    shop.request(StorefrontService.method.listAvailableTimes, {
      bookOnlineName: page,
      pets: [{ serviceIds: [serviceId] }],
      startDate: day,
      endDate: day,
    });
  return { submit, times };
}

async function several(measure: () => Promise<number>): Promise<number> {
  const seen: number[] = [];
  for (let n = 0; n < rounds; n++) seen.push(await measure());
  return median(seen);
}

async function measure(setting: Setting): Promise<Figure[]> {
  const { house } = setting;
  const { request } = await bookingsOf(setting, 400);
  await whole(house, request, 4, warmUp);
  const answer = await several(() => answersAlone(house, request, 60));
  const all = await several(async () => (await whole(house, request, 1, 100, seldomMs)).processorMs);
  const rate = await several(async () => (await whole(house, request, 4, many)).perSecond);
  const slowest = await several(async () => (await whole(house, request, 8, burst)).load.slowest);
  const { submit, times } = await openPage(setting, "bench-work");
  await load(house.gateway(times, { inFlight: 4, calls: asks }));
  await whole(house, submit, 4, 40);
  const online = await several(async () => (await whole(house, submit, 1, 40, seldomMs)).processorMs);
  const onlineRate = await several(async () => (await whole(house, submit, 4, 60)).perSecond);
  const free = await several(async () => (await whole(house, times, 4, asks, seldomMs)).processorMs);
  const lower = { unit: "ms", better: "lower" } as const;
  const higher = { unit: "/s", better: "higher" } as const;
  const followed = { note: "until order, ledger, facts, report and the client's messages are done" };
  return [
    { name: "processor time of a staff booking's answer", value: answer, ...lower, aim: 4.5, note: "all processes but the sandbox" },
    { name: "  of everything after it", value: all - answer, ...lower, aim: 8, floor: 12, note: "one at a time, steadily" },
    {
      name: "processor time of a storefront booking",
      value: online,
      ...lower,
      aim: 25,
      floor: 35,
      note: "accepted by itself, a new client each",
    },
    { name: "staff bookings with everything done, 4 in flight", value: rate, ...higher, aim: 160, floor: 120, ...followed },
    { name: "storefront bookings with everything done, 4 in flight", value: onlineRate, ...higher, aim: 80, floor: 50, ...followed },
    { name: `slowest answer in a burst of ${burst}, 8 in flight`, value: slowest, ...lower, aim: 150 },
    { name: "processor time of free times on the storefront, a day", value: free, ...lower, aim: 1, floor: 1.5 },
  ];
}

export const work: Part = { name: "work", measure };
