import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { create, type DescMethodUnary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { Figure } from "../figure.ts";
import { dayAfter } from "../history.ts";
import type { House, Shop } from "../house.ts";
import { quantile } from "../load.ts";
import { wireDate } from "./wire-date.ts";

const browsing = 200;
const sentPerSecond = 20;
const forMs = Number(process.env.LEASHLINE_BENCH_CROWD_MS ?? 10_000);
/** So long a visitor reads the times of a week before asking for those of the next. */
const readsMs = 2_000;
/** Nobody has a visit from then on. */
const evening = 1_080;

type Asked = { shop: Shop; serviceId: string; page: string };
type Seen = { times: number[]; sent: number[]; faults: number; taken: number };

/** Many look at a page while others send requests, some of them for the same time: nobody gets what somebody has, and nothing fails. */
export async function pressed(house: House, asked: Asked): Promise<Figure[]> {
  const seen: Seen = { times: [], sent: [], faults: 0, taken: 0 };
  const end = performance.now() + forMs;
  await Promise.all([...Array.from({ length: browsing }, (_, n) => browse(house, asked, seen, { n, end })), send(house, asked, seen, end)]);
  const p99 = (times: number[]) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.99,
    );
  const lower = { better: "lower" as const };
  const crowd = `${browsing} browsing and ${sentPerSecond} sending a second`;
  return [
    {
      name: `${crowd}: what is looked at, p99`,
      value: p99(seen.times),
      unit: "ms",
      ...lower,
      aim: 500,
      note: `${seen.times.length} answers`,
    },
    {
      name: "  what is sent, p99",
      value: p99(seen.sent),
      unit: "ms",
      ...lower,
      aim: 500,
      note: `${seen.taken} of ${seen.sent.length} were told that the time is gone`,
    },
    { name: "  answers that are faults of ours", value: seen.faults, unit: "count", ...lower, aim: 0 },
    { name: "  times that two have", value: await doubled(house, asked.shop), unit: "count", ...lower, aim: 0 },
  ];
}

async function call<M extends DescMethodUnary>(
  house: House,
  { shop }: Asked,
  method: M,
  message: MessageInitShape<M["input"]>,
): Promise<{ ms: number; status: number }> {
  const { token, companyId, businessId } = shop.identity;
  const since = performance.now();
  const answer = await fetch(`${house.app.url}/${method.parent.typeName}/${method.name}`, {
    method: "POST",
    headers: {
      "content-type": "application/proto",
      "connect-protocol-version": "1",
      authorization: `Bearer ${token}`,
      "x-leashline-company-id": companyId,
      "x-leashline-business-id": businessId,
      "idempotency-key": randomUUID(),
    },
    body: Buffer.from(toBinary(method.input, create(method.input, message as never))),
  });
  await answer.arrayBuffer();
  return { ms: performance.now() - since, status: answer.status };
}

/** Opens the page, as the client does once, and goes through its weeks. */
async function browse(house: House, asked: Asked, seen: Seen, { n, end }: { n: number; end: number }): Promise<void> {
  const { page: bookOnlineName, serviceId } = asked;
  const look = async (answer: ReturnType<typeof call>) => {
    const { ms, status } = await answer;
    seen.times.push(ms);
    if (status >= 500) seen.faults += 1;
  };
  const pets = [{ serviceIds: [serviceId] }];
  await pause((n * readsMs) / browsing);
  await look(call(house, asked, StorefrontService.method.getStorefront, { bookOnlineName }));
  for (let day = 10 + (n % 20); performance.now() < end; day++) {
    const span = { startDate: wireDate(dayAfter(day)), endDate: wireDate(dayAfter(day + 6)) };
    await look(call(house, asked, StorefrontService.method.listAvailableTimes, { bookOnlineName, pets, ...span }));
    await pause(readsMs);
  }
}

/** As fast as they come, whether or not the ones before were answered; every fourth wants what the one before wants. */
async function send(house: House, asked: Asked, seen: Seen, end: number): Promise<void> {
  const { shop, serviceId, page: bookOnlineName } = asked;
  const under: Promise<void>[] = [];
  for (let n = 0; performance.now() < end; n++) {
    const spot = n - (n % 4 === 3 ? 1 : 0);
    const wish = {
      bookOnlineName,
      customer: { firstName: "Crowd", lastName: `Nr ${n}`, phoneNumber: `+1206${5_590_000 + n}` },
      pets: [{ petName: "Rex", petType: "Dog", serviceIds: [serviceId] }],
      staffId: shop.staffIds[spot % shop.staffIds.length] ?? "0",
      date: wireDate(dayAfter(60 + Math.floor(spot / shop.staffIds.length))),
      startTime: evening,
    };
    under.push(
      call(house, asked, StorefrontService.method.submitBooking, wish).then(({ ms, status }) => {
        seen.sent.push(ms);
        if (status >= 500) seen.faults += 1;
        else if (status !== 200) seen.taken += 1;
      }),
    );
    await pause(1_000 / sentPerSecond);
  }
  await Promise.all(under);
}

async function doubled({ admin }: House, { identity }: Shop): Promise<number> {
  const { rows } = await admin.query(
    `select count(*)::int as n from calendar.occupancy a join calendar.occupancy b on b.company_id = a.company_id and b.resource_kind = a.resource_kind
        and b.resource_id = a.resource_id and b.day = a.day and (b.source_kind, b.source_id) > (a.source_kind, a.source_id)
        and b.from_utc < a.to_utc and a.from_utc < b.to_utc
      where a.company_id = $1 and a.resource_kind = 1 and a.day >= $2::date and a.exclusive and b.exclusive`,
    [identity.companyId, dayAfter(59)],
  );
  return rows[0].n;
}
