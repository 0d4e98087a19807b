import { create, type DescMessage, fromJson, type JsonValue, type Message, toJson } from "@bufbuild/protobuf";
import { decimalsOf } from "@leashline/kit/money/money.ts";
import { wholeNumber } from "./scalars.ts";
import { under, WrongValue } from "./wrong-value.ts";

/** A message type that legacy JSON shows as something simpler than an object. */
export interface WholeCodec {
  /** undefined: the value counts as absent. */
  decode(value: unknown, at: string, desc: DescMessage): Message | undefined;
  encode(message: Message, desc: DescMessage): unknown;
}

interface Parts extends Message {
  units: string | bigint;
  nanos: number;
  currencyCode: string;
  year: number;
  month: number;
  day: number;
  seconds: string | bigint;
  paths: string[];
}

const parts = (message: Message) => message as Parts;
// biome-ignore lint/suspicious/noExplicitAny: the fields are known by the type's name only
const make = (desc: DescMessage, fields: any): Message => create(desc, fields);

/** amount-pattern (core §5), with a sign and the noise of binary fractions removed first; what is finer than a coin goes with the currency known. */
const amountText = /^(-?)(0|[1-9]\d{0,8})(?:\.(\d+))?$/;

function amountOf(value: unknown, at: string): { units: bigint; nanos: number } {
  const match = amountText.exec(plain(value));
  if (!match) throw new WrongValue(at, "must be an amount such as 12.50");
  const [, sign, whole = "0", fraction = ""] = match;
  const billionths = Number(fraction.padEnd(9, "0").slice(0, 9));
  const turn = sign === "-" ? -1 : 1;
  return { units: BigInt(whole) * BigInt(turn), nanos: billionths === 0 ? 0 : billionths * turn };
}

function plain(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (typeof value !== "number" || Math.abs(value) >= 1e12) return "";
  return value.toFixed(6).replace(/\.?0+$/, "") || "0";
}

const money: WholeCodec = {
  decode(value, at, desc) {
    const { units, nanos } = amountOf(value, at);
    return make(desc, {
      units: desc.field.units?.fieldKind === "scalar" && desc.field.units.longAsString ? units.toString() : units,
      nanos,
    });
  },
  encode(message) {
    const { units, nanos, currencyCode } = parts(message);
    const scale = 10 ** Math.max(2, decimalsOf(currencyCode));
    return (Number(units) * scale + Math.trunc((nanos * scale) / 1e9)) / scale;
  },
};

const dateText = /^(\d{4})-(\d{2})-(\d{2})$/;

const date: WholeCodec = {
  decode(value, at, desc) {
    const match = typeof value === "string" ? dateText.exec(value.trim()) : null;
    const [year, month, day] = (match ?? []).slice(1).map(Number);
    if (!match || !isDay(year!, month!, day!)) throw new WrongValue(at, "must be a date as YYYY-MM-DD");
    return make(desc, { year, month, day });
  },
  encode(message) {
    const { year, month, day } = parts(message);
    if (year === 0 && month === 0 && day === 0) return null;
    return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  },
};

function isDay(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
}

const seconds: WholeCodec = {
  decode(value, at, desc) {
    const whole = wholeNumber(value, at, "int64");
    if (desc.typeName === "google.protobuf.Timestamp" && (whole < -62_135_596_800n || whole > 253_402_300_799n)) {
      throw new WrongValue(at, "must be a time in seconds since 1970");
    }
    return make(desc, { seconds: whole });
  },
  encode: (message) => Number(parts(message).seconds),
};

const fieldMask: WholeCodec = {
  decode(value, at, desc) {
    const paths = typeof value === "string" ? value.split(",") : value;
    if (!Array.isArray(paths)) throw new WrongValue(at, "must be a list of field names");
    return make(desc, { paths: paths.map((path, index) => snakePath(path, under(at, String(index)))).filter((path) => path !== "") });
  },
  encode: (message) => parts(message).paths.map(camelPath),
};

function snakePath(path: unknown, at: string): string {
  if (typeof path !== "string" || !/^[A-Za-z0-9_.\s]*$/.test(path)) throw new WrongValue(at, "must be a field name");
  return path.trim().replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function camelPath(path: string): string {
  return path.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

const asProtoJson: WholeCodec = {
  decode(value, at, desc) {
    try {
      return fromJson(desc, value as JsonValue);
    } catch {
      throw new WrongValue(at, "must be JSON");
    }
  },
  encode: (message, desc) => toJson(desc, message),
};

const codecs: ReadonlyMap<string, WholeCodec> = new Map([
  ["google.type.Money", money],
  ["google.type.Date", date],
  ["google.protobuf.Timestamp", seconds],
  ["google.protobuf.Duration", seconds],
  ["google.protobuf.FieldMask", fieldMask],
  ["google.protobuf.Value", asProtoJson],
  ["google.protobuf.ListValue", asProtoJson],
]);

export function wholeCodec(typeName: string): WholeCodec | undefined {
  return codecs.get(typeName);
}
