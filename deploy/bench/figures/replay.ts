import { ErrorCode, fromConnectError } from "@leashline/kit";
import { NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { StayService } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import { type Desk, overlaps, registerOf, replay as replayRegister } from "../../../services/calendar/test/register.ts";
import type { Figure } from "../figure.ts";
import { dayAfter } from "../history.ts";
import { boardingOf, build, guests } from "../hotel.ts";
import type { Part, Setting } from "./setting.ts";
import { wireDate } from "./wire-date.ts";

const count = Number(process.env.LEASHLINE_BENCH_STAYS ?? 15_000);
const hands = 8;
const [comes, leaves] = [14 * 60, 11 * 60];

/** True when it was done, false when there was no room; anything else ends the run. */
async function allowed(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (fromConnectError(error)?.code !== ErrorCode.ROOM_NOT_AVAILABLE) throw error;
    return false;
  }
}

/** A register of stays like a hotel's, replayed through the API: how many acts a second, and how many overlaps it left. */
async function measure({ house, say }: Setting): Promise<Figure[]> {
  const shop = await house.openShop("register", 1);
  await build(shop, { rooms: 100, areas: 4 });
  const serviceId = await boardingOf(shop);
  const families = await guests(shop, 200);
  const [api, stays] = [shop.api.client(AppointmentService), shop.api.client(StayService)];
  const ids = new Map<number, string>();
  const idOf = (n: number) => ids.get(n) ?? "0";
  const dayOf = (n: number) => wireDate(dayAfter(2 + n));
  const desk: Desk = {
    book: ({ guest, pets, arrival, nights }, n) => {
      const { customerId, petIds } = families[guest % families.length]!;
      const when = { appointmentDate: dayOf(arrival), startTime: comes, endDate: dayOf(arrival + nights), endTime: leaves };
      const petServices = petIds.slice(0, pets).map((petId) => ({ petId, services: [{ serviceId }] }));
      const booking = api.bookAppointment({ customerId, staffId: "-10", ...when, petServices });
      return allowed(booking.then(({ appointment }) => ids.set(n, appointment?.id ?? "0")));
    },
    move: (_, n) => allowed(stays.changeStay({ appointmentId: idOf(n), chooseAgain: true })),
    extend: ({ arrival, nights }, n) =>
      allowed(stays.changeStay({ appointmentId: idOf(n), endDate: dayOf(arrival + nights + 2), chooseAgain: true })),
    cancel: (_, n) => allowed(api.cancelAppointment({ id: idOf(n) })),
    noShow: (_, n) => allowed(api.cancelAppointment({ id: idOf(n), noShow: NoShow.NO_SHOW })),
  };
  const register = registerOf(count, 365);
  const began = performance.now();
  const tally = await replayRegister(register, desk, hands);
  const perSecond = Math.round(register.acts.length / ((performance.now() - began) / 1000));
  say(`replayed ${register.stays.length} stays: ${JSON.stringify(tally)}`);
  let found = 0;
  for (const text of Object.values(overlaps)) found += (await house.admin.query(text, [shop.identity.companyId])).rows[0].n;
  const ours = `${tally.book.done} booked, ${tally.book.refused} without a room, ${tally.cancel.done + tally.noShow.done} canceled, ${perSecond} acts a second`;
  return [{ name: `a register of ${count} stays replayed: overlaps`, value: found, unit: "count", better: "lower", aim: 0, ours }];
}

export const replay: Part = { name: "replay", measure };
