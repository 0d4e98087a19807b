import { CardService } from "@leashline/proto/leashline/calendar/v1/card_service_pb.js";
import { type Figure, rateFigure, roundMs } from "../figure.ts";
import { httpRequest, load } from "../load.ts";
import type { Part, Setting } from "./setting.ts";
import { wireDate } from "./wire-date.ts";

const spans = [
  { name: "day", days: 1, cards: 30 },
  { name: "week", days: 7, cards: 210 },
  { name: "month", days: 30, cards: 900 },
] as const;

async function measure(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const span of spans) figures.push(await oneSpan(setting, span));
  return figures;
}

async function oneSpan({ house, raw, shop, cardsFrom }: Setting, { name, days, cards }: (typeof spans)[number]): Promise<Figure> {
  const to = Temporal.PlainDate.from(cardsFrom)
    .add({ days: days - 1 })
    .toString();
  const question = { startDate: wireDate(cardsFrom), endDate: wireDate(to) };
  const method = days > 7 ? CardService.method.listMonthCards : CardService.method.listDayCards;
  const ours = shop.request(method, question);
  const theirs = httpRequest("GET", `/cards?company=${shop.identity.companyId}&from=${cardsFrom}&to=${to}`);
  const { cards: found } = await shop.api.client(CardService).listMonthCards(question);
  if (found.length !== cards) throw new Error(`${cards} cards were laid out for a ${name}, ${found.length} are shown`);
  return await rateFigure({
    name: `${name} cards (${cards}), 8 in flight, to json_agg`,
    aim: 0.6,
    floor: 0.3,
    ours: async () => (await load(house.gateway(() => ours, { inFlight: 8, ms: roundMs }))).perSecond,
    baseline: async () => (await load({ port: raw.port, request: () => theirs, inFlight: 8, ms: roundMs })).perSecond,
  });
}

export const cards: Part = { name: "cards", measure };
