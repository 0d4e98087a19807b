import { type Contract, contractOf, loadContract, loadContractForServing } from "@leashline/proto/descriptors/contract.ts";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { describe, expect, test } from "vitest";
import { testContract } from "../../test/contract.ts";
import { legacyRequest } from "./request.ts";
import { legacyRoutes } from "./routes.ts";

const get = (value: string) => ({ pattern: { case: "get" as const, value } });
const service = (rpcs: Record<string, object>) =>
  contractOf(
    testContract({
      messages: {
        In: { pet_id: "int64", name: "string", inner: "In", names: "repeated string", price: "google.type.Money" },
        Out: { name: "string" },
      },
      services: { PetService: rpcs as never },
    }),
  ).methods;
const currency = "USD";
const rpc = (http: object, tier = Tier.ACCOUNT) => ({ input: "In", output: "Out", tier, http });

describe("the table of REST paths", () => {
  test("a parameter fills a field, nested ones too", () => {
    const [route] = legacyRoutes(service({ Get: rpc(get("/pet/{pet_id}/of/{inner.name}")) }));
    expect(route).toMatchObject({ verb: "GET", url: "/api/pet/:p0/of/:p1", params: [["petId"], ["inner", "name"]] });
    const message = legacyRequest(route!, { params: ["7", "Bo"], query: "petId=1&inner.petId=9&names=a,b", body: undefined, currency });
    expect(message).toMatchObject({ petId: "7", inner: { name: "Bo", petId: "9" }, names: ["a", "b"] });
  });

  test("a body may be one field", () => {
    const [route] = legacyRoutes(service({ Put: rpc({ pattern: { case: "put", value: "/pet/{pet_id}" }, body: "inner" }) }));
    expect(legacyRequest(route!, { params: ["7"], query: "name=x", body: { name: "Bo" }, currency })).toMatchObject({
      petId: "7",
      name: "x",
      inner: { name: "Bo" },
    });
  });

  test.each([
    ["money-rounds-down: 1.239", 1.239, "USD", 1n, 230_000_000],
    ["money-rounds-down: 1.999", "1.999", "USD", 1n, 990_000_000],
    ["money-rounds-down: 2", 2, "USD", 2n, 0],
    ["yen have no smaller coin", 1_500.5, "JPY", 1_500n, 0],
    ["dinars have a thousand", 1.2559, "KWD", 1n, 255_000_000],
    ["below zero, towards zero", -1.239, "USD", -1n, -230_000_000],
  ])("%s", (_, price, currency, units, nanos) => {
    const [route] = legacyRoutes(service({ Put: rpc({ pattern: { case: "put", value: "/pet/{pet_id}" }, body: "*" }) }));
    const body = { price, inner: { price } };
    expect(legacyRequest(route!, { params: ["7"], query: "", body, currency })).toMatchObject({
      price: { units, nanos },
      inner: { price: { units, nanos } },
    });
  });

  test.each<[string, Record<string, object>, RegExp]>([
    [
      "two RPCs on one path",
      { A: rpc(get("/pet/{pet_id}")), B: rpc(get("/pet/{name}")) },
      /GET \/pet\/\{name\} is declared by .*\/A and by .*\/B/,
    ],
    ["an internal RPC with a path", { A: rpc(get("/pet"), Tier.INTERNAL) }, /is internal and must not have the path/],
    ["a path without a slash", { A: rpc(get("pet")) }, /must start with a slash/],
  ])("%s stops the boot", (_, rpcs, message) => {
    expect(() => legacyRoutes(service(rpcs))).toThrow(message);
  });

  test.each([rpc(get("/pet/{nothing}")), rpc({ ...get("/pet"), body: "nothing" })])(
    "a path or body that is no field is told: %#",
    (bad) => {
      const [route] = legacyRoutes(service({ A: bad }));
      expect(() => route?.params).toThrow(/has no field nothing/);
    },
  );

  test("the contract's own paths build, and every name in them is a field", () => {
    const routes = legacyRoutes(loadContract().methods);
    expect(routes.length).toBeGreaterThan(50);
    for (const { params, body, responseBody } of routes) expect([params, body, responseBody]).not.toContain(undefined);
  });

  test("the contract as it is served says the same of every RPC as the whole one", () => {
    const facts = ({ methods }: Contract) =>
      methods.map(({ path, domain, access, tier, read, routes }) => ({ path, domain, access, tier, read, routes }));
    const served = loadContractForServing();
    expect(facts(served)).toEqual(facts(loadContract()));
    expect(served.methods.every((method) => `/${method.service.typeName}/${method.desc.name}` === method.path)).toBe(true);
  });

  test("every RPC of the contract declares who may call it", () => {
    expect(
      loadContract()
        .methods.filter((method) => method.access === undefined)
        .map((method) => method.path),
    ).toEqual([]);
  });
});
