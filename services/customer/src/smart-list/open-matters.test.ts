import { fromMoney, toMoney } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientListService } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { ErasureObstacleReason as Reason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import { Permission } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { service } from "../main.ts";
import { byClient, mattersHere } from "./open-matters.ts";

let servers: TestServers;
const ids: string[] = [];
beforeAll(async () => {
  servers = await startServers([service], { background: false });
  for (let n = 0; n < 25; n++)
    ids.push(
      (await servers.client(ClientService).createClient({ client: { firstName: `Open${n}`, lastName: "Ended" } })).client!.customerId,
    );
  const visit = (id: number, clientId: string, status: number, days: number) =>
    servers.admin.query(
      `insert into customer.visit (company_id, appointment_id, client_id, business_id, date, ends_at, status, version)
        values (1, $1, $2, 1, current_date + $4::int, now() + make_interval(days => $4), $3, 1)`,
      [id, clientId, status, days],
    );
  await visit(501, ids[0]!, 1, 3);
  await visit(502, ids[0]!, 2, 9);
  await visit(503, ids[1]!, 4, 3);
  await visit(504, ids[1]!, 1, -3);
  const bill = (orderId: number, clientId: string, remain: number, appointmentId = 0) =>
    servers.admin.query(
      "insert into customer.order_balance (company_id, order_id, client_id, remain_minor, currency, appointment_id, version) values (1, $1, $2, $3, 'USD', $4, 1)",
      [orderId, clientId, remain, appointmentId],
    );
  await bill(701, ids[0]!, 2_000, 501);
  await bill(702, ids[1]!, 0);
  for (const [n, id] of ids.slice(2).entries()) await bill(800 + n, id, 100 + n);
  await bill(900, ids[2]!, 5_000);
}, 60_000);
afterAll(async () => await servers.stop());

const list = (caller = {}) => servers.client(ClientListService, caller);
const everybody = { selection: { isAll: true } };

test("who owes most comes first, named up to twenty; a visit to come is not owed for yet, and what is over or canceled is not to come", async () => {
  const { clients, total, selected, incomplete } = await list().getOpenMatters(everybody);
  expect([clients.length, total, selected]).toEqual([20, 24, 25]);
  expect(incomplete, "nobody else is there to be asked").toBe(true);
  expect(clients[0]).toMatchObject({
    ...{ customerId: ids[2], firstName: "Open2", lastName: "Ended", nextVisitDate: "" },
    matters: [{ reason: Reason.MONEY_OWED, count: 2, amount: { units: 51n, currencyCode: "USD" } }],
  });
  const expected = await list().getOpenMatters({ selection: { chosenList: [ids[0]!, ids[1]!] } });
  expect(expected).toMatchObject({ total: 1, selected: 2 });
  expect(expected.clients[0]?.matters.map(({ reason, count, amount }) => [reason, count, amount])).toEqual([
    [Reason.VISITS_AHEAD, 2, undefined],
  ]);
  expect(expected.clients[0]?.nextVisitDate).toBe(Temporal.Now.plainDateISO("UTC").add({ days: 3 }).toString());
});

test("of nobody nothing is open; who may neither edit nor delete does not ask, and strangers are out of reach", async () => {
  expect(await list().getOpenMatters({ selection: { chosenList: [] } })).toMatchObject({ total: 0, selected: 0, incomplete: false });
  expect(await list({ companyId: "2" }).getOpenMatters({ selection: { chosenList: ids } })).toMatchObject({ selected: 0 });
  expect((await refusalOf(list({ permissions: [Permission.VIEW_CLIENT_LIST] }).getOpenMatters(everybody))).code).toBe(20019);
});

describe("who works at one of several locations", () => {
  const clerk = { permissions: [Permission.EDIT_CLIENT, Permission.VIEW_CLIENT_LIST, Permission.VIEW_CLIENTS_WORKING_LOCATIONS] };
  const here = { ...clerk, businessIds: ["1"], companyBusinessIds: ["1", "2"] };
  const [selection, amounts] = [() => ({ selection: { chosenList: [ids[0]!, ids[2]!] } }), (money?: { units: bigint }) => money?.units];
  const overviewFor = async (caller: object) => {
    const { overview } = await servers.client(ClientService, caller).getClientOverview({ customerId: ids[0]! });
    return [overview?.upcomingCount, overview?.nextVisitDate !== "", amounts(overview?.totalOutstandingBalance)];
  };
  beforeAll(async () => {
    await servers.admin.query("update customer.visit set business_id = 2 where appointment_id = 501");
    await servers.admin.query(`insert into customer.visit (company_id, appointment_id, client_id, business_id, date, ends_at, status, version)
      values (1, 505, ${ids[0]}, 2, current_date - 9, now() - interval '9 days', 3, 1)`);
    await servers.admin.query(
      "insert into customer.order_balance (company_id, order_id, client_id, remain_minor, currency, appointment_id, version) values (1, 705, $1, 9900, 'USD', 505, 1)",
      [ids[0]],
    );
  });

  test("hears of no visit and no amount at another one, in what is open and on the client's page", async () => {
    const told = await list(here).getOpenMatters(selection());
    expect(told.clients.map(({ matters }) => matters.map(({ reason, count }) => [reason, count]))).toEqual([[[Reason.VISITS_AHEAD, 1]]]);
    expect(told.clients[0]?.nextVisitDate).toBe(Temporal.Now.plainDateISO("UTC").add({ days: 9 }).toString());
    expect(await overviewFor(here)).toEqual([1, true, 0n]);
    expect(await overviewFor({ ...here, businessIds: ["2"] })).toEqual([1, true, 99n]);
  });

  test("hears of all where they work at every one, or reach all clients", async () => {
    const all = { permissions: [...clerk.permissions, Permission.VIEW_CLIENTS_ALL_LOCATIONS] };
    for (const caller of [{ ...here, businessIds: ["1", "2"] }, { ...here, ...all }, {}]) {
      expect(await overviewFor(caller)).toEqual([2, true, 99n]);
      const { clients } = await list(caller).getOpenMatters(selection());
      expect(clients.map(({ customerId }) => customerId)).toEqual([ids[0], ids[2]]);
    }
  });
});

describe("put together", () => {
  const matter = (customerId: string, reason: Reason, count: number, minor?: bigint) => ({
    ...{ customerId, reason, count },
    ...(minor !== undefined && { amount: toMoney(minor, "USD") }),
  });
  test("what two places call the same is one matter of a client, and money is added up", () => {
    const open = byClient([
      matter("7", Reason.CARD_HELD, 1, 500n),
      matter("8", Reason.WAITLIST, 4),
      matter("7", Reason.CARD_HELD, 2, 250n),
      matter("7", Reason.CLASS_PLACES, 1),
    ]);
    expect(open.map(({ customerId, matters }) => [customerId, matters.map(({ reason, count }) => [reason, count])])).toEqual([
      [
        "7",
        [
          [Reason.CARD_HELD, 3],
          [Reason.CLASS_PLACES, 1],
        ],
      ],
      ["8", [[Reason.WAITLIST, 4]]],
    ]);
    expect(open[0]?.matters.flatMap(({ amount }) => (amount ? [fromMoney(amount).minor] : []))).toEqual([750n]);
  });

  test("what is owed without a currency of its own is in that of whoever asks", () => {
    const [one] = mattersHere([{ id: "7", visits: 0, nextVisit: null, bills: 1, owedMinor: "900", currency: "" }], "CAD");
    expect(one?.amount?.currencyCode).toBe("CAD");
  });
});
