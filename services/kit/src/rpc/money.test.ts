import { create, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { type Money, MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { expect, test } from "vitest";
import { type Caller, type Ctx, nobody } from "../context.ts";
import type { Refusal } from "../errors.ts";
import { holdsMoney } from "../money/money-fields.ts";
import { settleMoney } from "./validate.ts";

const asked = (currencyCode: string, units: bigint, nanos = 0) => create(MoneySchema, { currencyCode, units, nanos });
const ctxIn = (currency: string, more: Partial<Caller> = {}) => ({ caller: { ...nobody, currency, ...more } }) as Ctx;

type Place = { at: string; request: (money: Money) => Message };

/** Every place of a request where an amount can stand, and a request with one there. */
function places(schema: DescMessage, seen: readonly DescMessage[] = []): Place[] {
  return schema.fields.flatMap((field) => (seen.includes(schema) ? [] : placesOf(schema, field, [...seen, schema])));
}

function placesOf(schema: DescMessage, field: DescField, seen: readonly DescMessage[]): Place[] {
  const { message: inner } = field;
  if (!inner || !holdsMoney(inner)) return [];
  const within = inner.typeName === MoneySchema.typeName ? [{ at: "", request: (money: Money): Message => money }] : places(inner, seen);
  const one = field.fieldKind === "list" ? ".0" : field.fieldKind === "map" ? ".1" : "";
  return within.map(({ at, request }) => ({
    at: `${field.localName}${one}${at && `.${at}`}`,
    request: (money) => {
      const value = field.fieldKind === "list" ? [request(money)] : field.fieldKind === "map" ? { 1: request(money) } : request(money);
      return create(schema, field.oneof ? { [field.oneof.localName]: { case: field.localName, value } } : { [field.localName]: value });
    },
  }));
}

const outer = loadContract().methods.filter(({ tier }) => tier !== Tier.INTERNAL);
const everyPlace = outer.flatMap(({ desc: method }) => places(method.input).map((place) => ({ method, ...place })));

const refusalOf = async (work: Promise<void>): Promise<Refusal["options"]["fields"]> => {
  const refusal = (await work.then(
    () => null,
    (error: unknown) => error,
  )) as Refusal | null;
  return refusal?.options.fields ?? [];
};

test("the walk finds the amounts of the contract", () => {
  expect(everyPlace.length).toBeGreaterThan(25);
  expect(everyPlace.map(({ method, at }) => `${method.name} ${at}`)).toEqual(
    expect.arrayContaining(["RefundPayment amount", "CreateOrder lines.0.unitPrice", "BookAppointment petServices.0.services.0.price"]),
  );
});

test.each<[string, Money, string, string]>([
  ["another currency", asked("JPY", 3_000n), "USD", "currencyCode"],
  ["a currency in small letters", asked("usd", 3n), "USD", "currencyCode"],
  ["an amount below zero", asked("USD", -3n), "USD", "units"],
  ["nanos of the opposite sign", asked("USD", 3n, -500_000_000), "USD", "nanos"],
  ["nanos that are a whole unit", asked("USD", 3n, 1_000_000_000), "USD", "nanos"],
  ["less than a cent", asked("USD", 3n, 5_000_000), "USD", "nanos"],
  ["half a yen", asked("JPY", 3n, 500_000_000), "JPY", "nanos"],
  ["less than a fils", asked("KWD", 3n, 500_000), "KWD", "nanos"],
  ["ten digits", asked("USD", 1_000_000_000n), "USD", "units"],
  ["half a yen without a currency", asked("", 3n, 500_000_000), "JPY", "nanos"],
])("%s is refused wherever a request can name an amount, and said where", async (_, money, currency, part) => {
  for (const { method, at, request } of everyPlace) {
    const fields = await refusalOf(settleMoney({ method }, request(money), ctxIn(currency)));
    expect([method.name, ...(fields ?? []).map(({ field }) => field)]).toEqual([method.name, `${at}.${part}`]);
  }
});

test.each<[Money, string]>([
  [asked("USD", 999_999_999n, 990_000_000), "USD"],
  [asked("KWD", 1n, 255_000_000), "KWD"],
  [asked("JPY", 3_000n), "JPY"],
  [asked("USD", 0n), "USD"],
])("$0.units.$0.nanos $1 is taken everywhere", async (money, currency) => {
  for (const { method, request } of everyPlace) await settleMoney({ method }, request(money), ctxIn(currency));
});

test("money-value-shape: an amount that names no currency is in the business's, or in that of the order or payment it is for", async () => {
  const [first] = everyPlace.filter(({ method }) => method.name === "RefundPayment");
  const { method, request } = first!;
  const named = async (ctx: Ctx, currencyOf?: () => Promise<string | null>) => {
    const money = asked("", 3n);
    await settleMoney({ method, ...(currencyOf ? { money: { currencyOf } } : {}) }, request(money), ctx);
    return money.currencyCode;
  };
  expect(await named(ctxIn("CAD"))).toBe("CAD");
  expect(await named(ctxIn("CAD"), async () => "JPY")).toBe("JPY");
  expect(await named(ctxIn("CAD"), async () => null)).toBe("CAD");
  expect(await named(ctxIn("CAD", { via: "calendar" }))).toBe("");
});
