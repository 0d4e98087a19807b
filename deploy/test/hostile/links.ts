import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { beforeAll, expect, test, vi } from "vitest";
import { withHands } from "../../seed/api.ts";
import { callRpc, parsed } from "../access/call.ts";
import { textLike } from "../day/outside.ts";
import type { Probe } from "../hostile.journey.ts";
import { booked, foundCompany, type Person, signedUp } from "../small-shop.ts";
import { wireDay } from "../wire.ts";
import { workday } from "../workday.ts";

const NOT_AVAILABLE_ONLINE = 900_010;
/** Changed meanwhile, in another state by now, asked too often, or the time is taken. */
const REFUSED = [900_001, 900_008, 900_012, 51_008, 51_051, 51_052];
const phoneNumber = `+1207${2_000_000 + (Date.now() % 8_000_000)}`;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Guesses as near to a link as they get: one letter of it is another one, or there is one more. */
export const spoiltCopies = (token: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => {
    const [at, letter] = [n % token.length, LETTERS[(n * 7) % LETTERS.length] as string];
    return letter === token[at] ? `${token}${letter}` : `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
  });

/** What strangers make of the link in a client's text: guesses, spoilt copies, and the client's own link pressed everywhere at once. */
export const linksOfClients: Probe = (app) => {
  let owner: Person;
  let id: string;
  let token: string;
  let date: ReturnType<typeof wireDay>;
  let starts: number[];

  const ask = async (rpc: string, body: object, address = "127.0.0.1") => {
    const path = `/leashline.online_booking.v1.AppointmentLinkService/${rpc}`;
    const { text, code } = await callRpc(app().url, path, body, {}, address);
    return {
      code,
      body: (parsed(text) ?? {}) as { appointment?: { status?: string; startTime?: number }; days?: { times: { startTime: number }[] }[] },
    };
  };

  beforeAll(async () => {
    owner = await signedUp(app().url, "links.test", "Lena", "Link");
    await foundCompany(owner, "Linked Grooming");
    await vi.waitFor(() => owner.api.client(OnlineBookingSettingService).updateOnlineBookingSetting({ isEnable: true }), {
      timeout: 20_000,
    });
    const day = workday("America/New_York", 7);
    date = wireDay(day);
    id = await booked(owner, {
      firstName: "Lin",
      lastName: "Linked",
      petName: "Lassie",
      date: day.toString(),
      startTime: 600,
      phoneNumber,
    });
    const { body } = await textLike(app(), phoneNumber, /\/a\/[A-Za-z0-9_-]{20,}/);
    token = /\/a\/([A-Za-z0-9_-]{20,})/.exec(body)?.[1] ?? "";
    const { days = [] } = (await ask("GetMoveTimes", { token, startDate: date, endDate: date })).body;
    starts = days.flatMap(({ times }) => times.map(({ startTime }) => startTime ?? 0));
  });

  test("a thousand guesses open nothing, and the client's own link opens meanwhile", async () => {
    const spoilt = spoiltCopies(token, 1_000);
    const rpcs = ["GetLinkedAppointment", "GetUpcomingAppointments", "ConfirmLinkedAppointment", "CancelLinkedAppointment"];
    const guessing = withHands(spoilt, 30, (wrong) =>
      ask(rpcs[spoilt.indexOf(wrong) % rpcs.length] as string, { token: wrong }, "127.77.9.9"),
    );
    expect((await ask("GetLinkedAppointment", { token })).body.appointment?.startTime).toBe(600);
    expect(new Set((await guessing).map(({ code }) => code))).toEqual(new Set([NOT_AVAILABLE_ONLINE]));
    const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id });
    expect([appointment?.version, appointment?.startTime]).toEqual([1, 600]);
  });

  test("pressed everywhere at once, with the shop in between, it is one change after the other: none half done, none lost", async () => {
    const before = await owner.api.client(AppointmentService).getAppointment({ id });
    const wishes = Array.from({ length: 12 }, (_, n) => starts[(n * 3) % starts.length] as number);
    const tries = await Promise.all([
      ...wishes.map((startTime) => ask("MoveLinkedAppointment", { token, date, startTime })),
      ...wishes.slice(0, 4).map(() => ask("ConfirmLinkedAppointment", { token })),
      ...wishes.slice(0, 2).map(() => ask("CancelLinkedAppointment", { token, reason: "everything at once" })),
      owner.api
        .client(AppointmentService)
        .updateAppointment({ id, alertNotes: "Bites" })
        .then(() => ({ code: 200 })),
    ]);
    const done = tries.filter(({ code }) => code === 200).length;
    expect([done > 0, tries.filter(({ code }) => ![200, 429, ...REFUSED].includes(code))]).toEqual([true, []]);
    const { appointment } = await owner.api.client(AppointmentService).getAppointment({ id });
    expect(appointment?.alertNotes).toBe("Bites");
    expect(appointment?.version).toBeGreaterThan(before.appointment?.version ?? 0);
    expect(appointment?.version).toBeLessThanOrEqual((before.appointment?.version ?? 0) + done);
  });
};
