import { setTimeout as pause } from "node:timers/promises";
import { FilterOperator, SortOrder } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { MergeService } from "@leashline/proto/leashline/customer/v1/merge_service_pb.js";
import { SearchService } from "@leashline/proto/leashline/customer/v1/search_pb.js";
import { chanceFrom } from "../../seed/chance.ts";
import { dogNames, firstNames } from "../../seed/names.ts";
import { crowdSize, layCrowd } from "../crowd.ts";
import { type Figure, median, rounds } from "../figure.ts";
import type { House, Shop } from "../house.ts";
import { load } from "../load.ts";
import { line } from "../report.ts";
import { clientWithVisits, leftOf } from "../visits-of.ts";
import type { Part, Setting } from "./setting.ts";

const chance = chanceFrom(3);
const sorts = [
  "first_name",
  "last_name",
  "create_date",
  "last_visit_date",
  "next_visit_date",
  "total_paid",
  "outstanding_balance",
  "finished_count",
];
const filters = [
  { property: "finished_count", operator: FilterOperator.GREATER, value: "20" },
  { property: "client_status", operator: FilterOperator.EQUAL, value: "active" },
  { property: "outstanding_balance", operator: FilterOperator.GREATER, value: "3" },
  { property: "upcoming_count", operator: FilterOperator.EQUAL, value: "1" },
  { property: "first_name", operator: FilterOperator.EQUAL, value: firstNames[3] ?? "" },
];
/** Any two of them. */
const two = () => {
  const [one, other] = [chance.between(0, filters.length - 1), chance.between(1, filters.length - 1)];
  return { filters: [filters[one], filters[(one + other) % filters.length]].flatMap((filter) => (filter ? [filter] : [])) };
};

type Question = { name: string; aim: number; request: () => Buffer };
const questions = (shop: Shop): Question[] => [
  {
    name: "search of three letters",
    aim: 50,
    request: () => shop.request(SearchService.method.searchClients, { keyword: chance.pick([...firstNames, ...dogNames]).slice(0, 3) }),
  },
  {
    name: "client list, any two filters, any sort",
    aim: 150,
    request: () =>
      shop.request(ClientListService.method.listClients, {
        filters: two(),
        sort: { property: chance.pick(sorts), order: chance.percent(50) ? SortOrder.ASC : SortOrder.DESC },
      }),
  },
  { name: "count, any two filters", aim: 300, request: () => shop.request(ClientListService.method.countClients, { filters: two() }) },
  {
    name: "duplicates of one client",
    aim: 50,
    request: () =>
      shop.request(MergeService.method.findDuplicates, { customerId: String(50 * chance.between(1, Math.floor(crowdSize / 50))) }),
  },
];

const CALLS = 60;

/** One call after the other. */
async function ask({ house }: Setting, { name, aim, request }: Question): Promise<Figure> {
  await load(house.gateway(request, { inFlight: 1, calls: 20 }));
  const seen = [];
  for (let n = 0; n < rounds; n++) seen.push(await load(house.gateway(request, { inFlight: 1, calls: CALLS })));
  const p50 = median(seen.map((one) => one.p50));
  return {
    name: `${crowdSize / 1_000_000} million clients: ${name}, p99`,
    value: median(seen.map((one) => one.p99)),
    unit: "ms",
    better: "lower",
    aim,
    ours: `${p50.toFixed(1)} ms p50`,
  };
}

const VISITS = 500;

/** From the call until no service has anything left of the one who went. */
async function mergeOnce(house: House, shop: Shop, name: string): Promise<number> {
  const clients = shop.api.client(ClientService);
  const winner = (await clients.createClient({ client: { firstName: name, lastName: "Stays" } })).client?.customerId ?? "0";
  const loserId = await clientWithVisits(house, shop, name, VISITS);
  const began = performance.now();
  await shop.api.client(MergeService).mergeClients({ winnerId: winner, loserId });
  for (const end = began + 60_000; ; await pause(5)) {
    const left = await leftOf(house, shop, loserId);
    if (left.length === 0) return performance.now() - began;
    if (performance.now() > end) throw new Error(`not every service had followed within a minute: ${left.join(", ")}`);
  }
}

async function measure(setting: Setting): Promise<Figure[]> {
  const { house, shop, say } = setting;
  const times: number[] = [];
  for (let n = 0; n <= rounds; n++) times.push(await mergeOnce(house, shop, `Merge${n}`));
  const merge: Figure = {
    name: `merge of a client with ${VISITS} visits until every service agrees`,
    value: median(times.slice(1)),
    unit: "ms",
    better: "lower",
    aim: 2_000,
    note: `slowest ${Math.round(Math.max(...times))} ms`,
  };
  const tell = (figure: Figure): Figure => {
    say(line(figure));
    return figure;
  };
  const figures = [tell(merge)];
  const crowd = await layCrowd(house, say);
  for (const question of questions(crowd)) figures.push(tell(await ask(setting, question)));
  return figures;
}

export const clients: Part = { name: "clients", measure };
