import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { BookingRequestService } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { beforeAll, expect, test, vi } from "vitest";
import { withHands } from "../../seed/api.ts";
import { callRpc, parsed } from "../access/call.ts";
import { textsTo } from "../day/outside.ts";
import type { Probe } from "../hostile.journey.ts";
import { foundCompany, type Person, signedUp } from "../small-shop.ts";
import { wireDay } from "../wire.ts";

const addresses = Array.from({ length: 100 }, (_, n) => `127.77.${Math.floor(n / 50)}.${10 + (n % 50)}`);
/** Numbers of this run that could exist: no exchange begins with 0 or 1. */
const mark = Date.now();
const phoneNumber = (n: number): string => `+1207${2_000_000 + ((mark + n) % 8_000_000)}`;
const NOT_CONFIRMED = 900_012;

type Day = { date: string; times: { startTime: number }[] };
type Told = Record<string, string> & { days?: Day[] };
type Wish = { date: ReturnType<typeof wireDay>; startTime: number };

/** Being busy is no fault: who asks again is answered. */
const isFault = ({ status }: { status: number }): boolean => status >= 500 && status !== 503;

/** One stranger with a hundred addresses, and as many phone numbers as they like, tries to take a shop's time from everybody else. */
export const visitorsOfAPage: Probe = (app) => {
  let owner: Person;
  let bookOnlineName: string;
  let pets: object[];
  let wishes: Wish[];
  let free: number;

  const page = async (address: string, rpc: string, body: object) => {
    const path = `/leashline.online_booking.v1.StorefrontService/${rpc}`;
    const { text, ...answer } = await callRpc(app().url, path, { bookOnlineName, ...body }, {}, address);
    return { ...answer, body: (parsed(text) ?? {}) as Told };
  };
  const times = async (): Promise<Day[]> => {
    const first = Temporal.Now.plainDateISO("America/New_York").add({ days: 1 });
    const [startDate, endDate] = [first, first.add({ days: 20 })].map((day) => wireDay(day));
    return (await page("127.0.0.1", "ListAvailableTimes", { pets, startDate, endDate })).body.days ?? [];
  };
  const ask = (address: string, phone: string, wish: Wish, visitorToken = "") =>
    page(address, "SubmitBooking", {
      customer: { firstName: "Mal", lastName: "Lory", phoneNumber: phone },
      pets: [{ petName: "Rex", petType: "Dog", ...pets[0] }],
      ...wish,
      visitorToken,
    });

  beforeAll(async () => {
    owner = await signedUp(app().url, "visitors.test", "Olive", "Owner");
    await foundCompany(owner, "Hundred Visitors Grooming");
    await owner.api.client(CatalogService).createStarterCatalog({ careTypes: ["GROOMING"] });
    const { services } = await owner.api.client(CatalogService).listServices({ careType: "GROOMING", pageSize: 20 });
    pets = [{ serviceIds: [services[0]?.id ?? "0"] }];
    const { setting } = await owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true });
    bookOnlineName = setting?.bookOnlineName ?? "";
    const days = await vi.waitFor(
      async () => {
        const found = await times();
        expect(found.length).toBeGreaterThan(9);
        return found;
      },
      { timeout: 30_000, interval: 250 },
    );
    free = days.flatMap((day) => day.times).length;
    wishes = days.flatMap(({ date, times: starts }) => starts.map(({ startTime }) => ({ date: wireDay(date), startTime })));
  });
  const wish = (n: number): Wish => wishes[(n * 7) % wishes.length] as Wish;

  test("a hundred addresses that each want three times held get twelve at once; the shop stays bookable", async () => {
    const wanted = addresses.flatMap((address, n) => [0, 1, 2].map((nth) => ({ address, ...wish(3 * n + nth) })));
    const tries = await withHands(wanted, 30, ({ address, ...time }) => page(address, "HoldTime", { pets, ...time }));
    expect(tries.filter(isFault)).toEqual([]);
    const held = tries.filter(({ body }) => body.holdToken);
    expect([held.length > 0, held.length <= 12]).toEqual([true, true]);
    expect((await times()).flatMap((day) => day.times).length).toBeGreaterThan(free / 2);
  });

  test("no request is stored for who confirmed nothing, from wherever they write", async () => {
    const tries = await Promise.all(addresses.map((address, n) => ask(address, phoneNumber(n), wish(n))));
    expect(new Set(tries.map(({ code }) => code))).toEqual(new Set([NOT_CONFIRMED]));
    expect((await owner.api.client(BookingRequestService).listBookingRequests({})).total).toBe(0);
  });

  test("a hundred addresses that have codes sent to one number make it ring once", async () => {
    const victim = phoneNumber(200);
    const tries = await Promise.all(addresses.map((address) => page(address, "SendBookingCode", { phoneNumber: victim })));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    await vi.waitFor(async () => expect(await textsTo(app(), victim)).toHaveLength(1), { timeout: 20_000, interval: 200 });
  });

  test("forty people with confirmed numbers have thirty times kept at most, and never more than half of a day", async () => {
    const phones = addresses.slice(0, 40).map((_, n) => phoneNumber(300 + n));
    const asked = await Promise.all(phones.map((phone, n) => page(addresses[n] ?? "", "SendBookingCode", { phoneNumber: phone })));
    const tokens = await Promise.all(
      phones.map(async (phone, n) => {
        const body = await vi.waitFor(
          async () => (await textsTo(app(), phone))[0]?.body ?? Promise.reject(new Error(`no text to ${phone}`)),
          {
            timeout: 30_000,
            interval: 500,
          },
        );
        const confirm = { codeToken: asked[n]?.body.codeToken, code: body.slice(0, 6) };
        return (await page(addresses[n] ?? "", "ConfirmBookingCode", confirm)).body.visitorToken ?? "";
      }),
    );
    const sent = await Promise.all(phones.map((phone, n) => ask(addresses[n] ?? "", phone, wish(n), tokens[n])));
    expect(sent.filter(isFault)).toEqual([]);
    const requests = owner.api.client(BookingRequestService);
    const { bookingRequests, total } = await requests.listBookingRequests({ pageSize: 100 });
    expect(total).toBeGreaterThan(20);
    expect(bookingRequests.filter(({ timeHeld }) => timeHeld).length).toBeLessThanOrEqual(30);
    expect((await times()).flatMap((day) => day.times).length).toBeGreaterThan(free / 3);
  });
};
