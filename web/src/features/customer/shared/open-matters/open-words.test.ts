import { create } from "@bufbuild/protobuf";
import { GetOpenMattersResponseSchema } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import { ErasureObstacleReason as Reason } from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import { expect, test } from "vitest";
import { COULD_NOT_CHECK, openLines } from "./open-words.ts";

const words = { day: (iso?: string) => `on ${iso}`, money: (sum?: { units: bigint }) => `$${sum?.units}` } as never;
const units = (amount: bigint) => ({ currencyCode: "USD", units: amount });
const client = (n: number) => ({
  ...{ customerId: String(n), firstName: `Ann${n}`, lastName: "Lee", nextVisitDate: n === 0 ? "2026-12-01" : "" },
  matters: [
    ...(n === 0 ? [{ reason: Reason.VISITS_AHEAD, count: 2 }] : []),
    { reason: Reason.MONEY_OWED, count: 1, amount: units(45n) },
    { reason: Reason.WAITLIST, count: 1 },
  ],
});

test("each client is named with what is open, up to eight; of the others it is said how many they are", () => {
  const clients = Array.from({ length: 20 }, (_, n) => client(n));
  const lines = openLines(create(GetOpenMattersResponseSchema, { clients, total: 31 }), words);
  expect(lines).toHaveLength(9);
  expect(lines.slice(0, 2)).toEqual([
    "Ann0 Lee: 2 upcoming appointments (next on 2026-12-01), owes $45 on 1 bill, 1 place on the waitlist",
    "Ann1 Lee: owes $45 on 1 bill, 1 place on the waitlist",
  ]);
  expect(lines[8]).toBe("and 23 more clients with something open");
});

test("every kind has words of its own", () => {
  const reasons = Object.values(Reason).filter((one): one is Reason => typeof one === "number" && one !== Reason.UNSPECIFIED);
  const matters = reasons.map((reason) => ({ reason, count: 1, amount: units(5n) }));
  const [line] = openLines(create(GetOpenMattersResponseSchema, { clients: [{ firstName: "Ann", matters }], total: 1 }), words);
  expect(new Set(line?.split(", ")).size).toBe(reasons.length);
  expect(line).not.toContain("something else");
});

test("nothing is said where nothing is open, unless not everything could be checked", () => {
  expect(openLines(create(GetOpenMattersResponseSchema, {}), words)).toEqual([]);
  expect(openLines(create(GetOpenMattersResponseSchema, { incomplete: true }), words)).toEqual([COULD_NOT_CHECK]);
});
