import { SlotService } from "@leashline/proto/leashline/calendar/v1/slot_service_pb.js";
import { type Figure, rateFigure, roundMs, timesFigure } from "../figure.ts";
import { dayAfter } from "../history.ts";
import type { Shop } from "../house.ts";
import { httpRequest, load } from "../load.ts";
import type { Part, Setting } from "./setting.ts";
import { wireDate } from "./wire-date.ts";

const from = dayAfter(10);
const questions = [
  { name: "one of ten, one day", staff: 1, days: 1 },
  { name: "any of ten, one day", staff: 10, days: 1 },
  { name: "any of ten, one month", staff: 10, days: 30 },
] as const;
type Question = (typeof questions)[number];

const asked = (shop: Shop, { staff, days }: Question): Buffer =>
  shop.request(SlotService.method.listFreeSlots, {
    startDate: wireDate(from),
    endDate: wireDate(dayAfter(9 + days)),
    duration: 45,
    step: 15,
    staffIds: staff === 1 ? shop.staffIds.slice(0, 1) : [],
  });

async function measure({ house, raw, busy, old }: Setting): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const question of questions) {
    const ours = asked(busy, question);
    const staff = busy.staffIds.slice(0, question.staff).join(",");
    const theirs = httpRequest(
      "GET",
      `/slots?company=${busy.identity.companyId}&staff=${staff}&from=${from}&to=${dayAfter(9 + question.days)}&days=${question.days}`,
    );
    const rate = (request: Buffer) => async () => (await load(house.gateway(() => request, { inFlight: 4, ms: roundMs }))).perSecond;
    figures.push(
      await rateFigure({
        name: `free slots, ${question.name}, to one query and a sweep`,
        aim: 0.4,
        floor: 0.2,
        ours: rate(ours),
        baseline: async () => (await load({ port: raw.port, request: () => theirs, inFlight: 4, ms: roundMs })).perSecond,
      }),
    );
    const time = (request: Buffer) => async () => 1000 / (await rate(request)());
    figures.push(
      await timesFigure({
        name: "  the same over ten times the history",
        aim: 1.05,
        floor: 1.2,
        ours: time(asked(old, question)),
        baseline: time(ours),
      }),
    );
  }
  return figures;
}

export const slots: Part = { name: "free slots", measure };
