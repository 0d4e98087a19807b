import type { Chance } from "../../seed/chance.ts";
import type { Json } from "../access/request.ts";

/** What somebody who means harm, or a broken program, puts where a value should be. */
const texts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\u202e\u200b\ufeff",
  "\ud83d\udc36".repeat(40),
  "x".repeat(300),
  "x".repeat(20_000),
  "'; drop table staff; --",
  "' or '1'='1",
  "1) union select null, null --",
  "\\'; select pg_sleep(9); --",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "{{7*7}}<%= 7*7 %>#{7*7}",
  "%s%n%x",
  "%00",
  "../../../../etc/passwd",
  "file:///etc/passwd",
  "http://169.254.169.254/latest/meta-data",
  "javascript:alert(1)",
  "=cmd|'/c calc'!A1",
  "\r\nSet-Cookie: a=b",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "true",
  "-1",
  "1e309",
  "0x10",
  "9223372036854775808",
  "2026-02-30",
  "0000-00-00",
  "24:00",
  "W10",
  "bnVsbA",
  "WyIxIiwiYiJd",
  "%",
  "_",
  "\\",
  "*",
  "(",
  "[a",
];
const numbers = [
  0, -0, -1, 1.5, 1e-9, 255, 65_536, 2_147_483_647, 2_147_483_648, -2_147_483_649, 1e15, 9_007_199_254_740_992, 1e21, 1e308, -1e308,
];
const longs = [
  "0",
  "-1",
  "9223372036854775807",
  "-9223372036854775808",
  "9223372036854775808",
  "99999999999999999999999",
  "1.5",
  "1e3",
  " 7",
  "07",
  "٣",
];

const nested = (depth: number): Json => {
  let value: Json = "deep";
  for (let at = 0; at < depth; at++) value = at % 2 ? [value] : { a: value };
  return value;
};

export function hostile(chance: Chance): Json {
  const kinds: (() => Json)[] = [
    () => chance.pick(texts),
    () => chance.pick(texts),
    () => chance.pick(texts),
    () => chance.pick(numbers),
    () => chance.pick(longs),
    () => chance.percent(50),
    () => [],
    () => ({}),
    () => null as unknown as Json,
    () => [null as unknown as Json, [], {}, "x", 1],
    () => Array.from({ length: chance.pick([2, 300, 5_000]) }, (_, at) => at),
    () => nested(chance.pick([3, 60, 400])),
    () => ({ "@type": "type.googleapis.com/google.protobuf.Any", value: "x" }),
    () => ({ units: "9223372036854775807", nanos: 999_999_999, currencyCode: "USD" }),
    () => ({ year: 9_999, month: 13, day: -1 }),
    () => ({ seconds: "253402300800", nanos: -1 }),
  ];
  return chance.pick(kinds)();
}

type Bag = { [name: string]: Json };

/** One or a few places of a request spoilt. */
export function spoilt(request: Bag, chance: Chance): Bag {
  const copy = structuredClone(request);
  for (let left = chance.between(1, 3); left > 0; left--) spoilOne(copy, chance);
  return copy;
}

function spoilOne(bag: Bag | Json[], chance: Chance): void {
  const names = Object.keys(bag);
  const holder = bag as Bag;
  if (names.length === 0 || chance.percent(8)) {
    if (!Array.isArray(bag))
      holder[chance.pick(["unknown", "__proto__x", "constructor", "toString", "id", "companyId", "via"])] = hostile(chance);
    return;
  }
  const name = chance.pick(names);
  const value = holder[name] as Json;
  const inner = typeof value === "object" && value !== null;
  if (inner && chance.percent(65)) spoilOne(value as Bag, chance);
  else if (chance.percent(12)) delete holder[name];
  else if (chance.percent(10)) holder[name] = [value, value, value];
  else holder[name] = hostile(chance);
}

/** JSON with the same field twice, or with a comment, a trailing comma, or cut short. */
export function spoiltText(json: string, chance: Chance): string | Uint8Array {
  const at = chance.between(0, json.length);
  const kinds: (() => string | Uint8Array)[] = [
    () => json.slice(0, at),
    () => json.replace("{", `{${json.slice(1, -1)}${json.length > 2 ? "," : ""}`),
    () => json.replace(/}$/, ",}"),
    () => `/* */${json}`,
    () => `${json}${json}`,
    () => Buffer.concat([Buffer.from(json.slice(0, at)), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]), Buffer.from(json.slice(at))]),
    () => Buffer.from(json, "utf16le"),
    () => `\ufeff${json}`,
    () => `[${json}]`,
    () =>
      chance.pick(["null", "true", '"x"', "7", "[]", "{", "}", "\u0000", "[".repeat(20_000), '{"a":'.repeat(5_000), "NaN", "undefined"]),
    () => "",
  ];
  return chance.pick(kinds)();
}

/** Protobuf bytes cut, flipped, or with lengths that lie. */
export function spoiltBytes(bytes: Uint8Array, chance: Chance): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const kinds: (() => Uint8Array)[] = [
    () => copy.slice(0, chance.between(0, Math.max(0, copy.length - 1))),
    () => {
      for (let left = chance.between(1, 6); left > 0 && copy.length > 0; left--)
        copy[chance.between(0, copy.length - 1)] = chance.between(0, 255);
      return copy;
    },
    () => Buffer.concat([copy, Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f])]),
    () => Buffer.concat([copy, Buffer.from([0x0b, 0x0b, 0x0b, 0x0b])]),
    () => Buffer.concat([copy, copy]),
    () => Buffer.concat([copy, Buffer.from([0x0a, 0x03, 0xff, 0xfe, 0xfd])]),
    () => Buffer.from(Array.from({ length: chance.between(1, 200) }, () => chance.between(0, 255))),
  ];
  return chance.pick(kinds)();
}

/** A path of ours, bent. */
export function spoiltPath(path: string, chance: Chance): string {
  const at = chance.between(1, path.length);
  const kinds: (() => string)[] = [
    () => `${path.slice(0, at)}%00${path.slice(at)}`,
    () => `${path.slice(0, at)}%2e%2e%2f${path.slice(at)}`,
    () => `${path.slice(0, at)}/../${path.slice(at)}`,
    () => `/${path}`,
    () => `${path}/`,
    () => `${path};jsessionid=1`,
    () => `${path}%`,
    () => `${path}%ff%fe`,
    () => `${path}?${"a=1&".repeat(2_000)}`,
    () =>
      `${path}?${chance.pick(["a[]=1&a[b]=2", "__proto__[x]=1", "id=1&id=2&id=", "%=%", "=&=&", "businessId=%00", "message=%7B&encoding=json", "pageSize=1e9&pageNum=-1"])}`,
    () => path.toUpperCase(),
    () => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    () => `${path}${"/x".repeat(1_500)}`,
  ];
  return chance.pick(kinds)();
}
