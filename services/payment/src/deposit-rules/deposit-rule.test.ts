import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";
import { depositFor } from "./deposit-rule.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service]);
});
afterAll(() => servers?.stop());

const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;
const made = async (companyId: string, name: string) => {
  const answer = await servers.client(DepositRuleService, { companyId }).createDepositRule({ name, type: "percentage", value: "20" });
  return answer.depositRule!;
};

test("what is made is shown, without blanks around its name; a blank name is refused", async () => {
  const client = servers.client(DepositRuleService);
  const one = await made("1", "  First ");
  expect(one).toMatchObject({ name: "First", type: "percentage", value: "20", version: 1 });
  expect((await client.getDepositRule({ depositRuleId: one.depositRuleId })).depositRule).toEqual(one);
  const refused = await refusalOf(client.createDepositRule({ name: "   ", type: "amount", value: "5" }));
  expect([refused.code, refused.options.fields?.[0]?.field]).toEqual([ErrorCode.PARAMS_INVALID, "name"]);
});

test("an update changes what it names, and is refused on a version that is not current", async () => {
  const client = servers.client(DepositRuleService);
  const { depositRuleId, version } = await made("1", "Before");
  const renamed = await client.updateDepositRule({ depositRuleId, name: "After", version });
  expect(renamed.depositRule).toMatchObject({ name: "After", value: "20", version: 2 });
  const emptied = await client.updateDepositRule({ depositRuleId, newClientsOnly: true });
  expect(emptied.depositRule).toMatchObject({ name: "After", newClientsOnly: true, version: 3 });
  expect(await codeOf(client.updateDepositRule({ depositRuleId, value: "101" }))).toBe(ErrorCode.PARAMS_INVALID);
  expect(await codeOf(client.updateDepositRule({ depositRuleId, name: "Late", version }))).toBe(ErrorCode.VERSION_CONFLICT);
});

test.each([
  ["percentage", "150", "A percentage from 0 to 100"],
  ["percentage", "0", "A percentage from 0 to 100, more than zero"],
  ["amount", "1.234", "An amount"],
  ["amount", "0", "An amount, more than zero"],
])("a rule that asks for a %s of %s is refused, and says what it may be", async (type, value, reason) => {
  const refused = await refusalOf(servers.client(DepositRuleService).createDepositRule({ name: "Wrong", type, value }));
  expect([refused.code, refused.options.fields]).toMatchObject([ErrorCode.PARAMS_INVALID, [{ field: "value", reason }]]);
});

test("a list goes on after its token and counts all", async () => {
  for (const name of ["a", "b", "c"]) await made("3", name);
  const client = servers.client(DepositRuleService, { companyId: "3" });
  const first = await client.listDepositRules({ pageSize: 2 });
  const rest = await client.listDepositRules({ pageSize: 2, pageToken: first.nextPageToken });
  expect([first, rest].map((page) => [page.depositRules.map(({ name }) => name), page.total])).toEqual([
    [["a", "b"], 3],
    [["c"], 3],
  ]);
  expect(rest.nextPageToken).toBe("");
});

test("deleted twice it is gone once; another company's is not found", async () => {
  const client = servers.client(DepositRuleService);
  const { depositRuleId } = await made("1", "Mine");
  const other = servers.client(DepositRuleService, { companyId: "2" });
  expect(await codeOf(other.getDepositRule({ depositRuleId }))).toBe(ErrorCode.NOT_FOUND);
  expect(await codeOf(other.updateDepositRule({ depositRuleId, name: "Taken" }))).toBe(ErrorCode.NOT_FOUND);
  await other.deleteDepositRule({ depositRuleId });
  expect((await client.getDepositRule({ depositRuleId })).depositRule?.name).toBe("Mine");
  for (const _ of [1, 2]) await client.deleteDepositRule({ depositRuleId });
  expect(await codeOf(client.getDepositRule({ depositRuleId }))).toBe(ErrorCode.NOT_FOUND);
});

test("of the rules that fit, the one that asks for most; never more than the visit comes to, and new clients' rules for them alone", () => {
  const rules = [
    { name: "All", type: "percentage", value: "20", newClientsOnly: false },
    { name: "New", type: "amount", value: "30", newClientsOnly: true },
  ] as const;
  const visit = (total: bigint, isNewClient: boolean) => depositFor(rules, { total, currency: "USD", isNewClient });
  expect([visit(10_000n, false), visit(10_000n, true), visit(2_500n, true), visit(20_000n, true)]).toEqual([
    2_000n,
    3_000n,
    2_500n,
    4_000n,
  ]);
  expect(depositFor([], { total: 10_000n, currency: "USD", isNewClient: true })).toBe(0n);
});
