import { ScalarType } from "@bufbuild/protobuf";
import { WrongValue } from "./wrong-value.ts";

/** How one scalar type reads from and shows in legacy JSON. */
export interface ScalarCodec {
  decode(value: unknown, at: string): unknown;
  encode(value: unknown): unknown;
}

const wholeText = /^-?\d+$/;
const numberText = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const limits = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
} as const;

/** A whole number given as a number or as digits. */
export function wholeNumber(value: unknown, at: string, range: keyof typeof limits): bigint {
  const whole = bigintOf(value);
  if (whole === undefined) throw new WrongValue(at, "must be a whole number");
  const [low, high] = limits[range];
  if (whole < low || whole > high) throw new WrongValue(at, "is out of range");
  return whole;
}

function bigintOf(value: unknown): bigint | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text.length <= 20 && wholeText.test(text) ? BigInt(text) : undefined;
}

function decimal(value: unknown, at: string): number {
  const number = typeof value === "string" && numberText.test(value.trim()) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) throw new WrongValue(at, "must be a number");
  return number;
}

const truths = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ["true", true],
  ["false", false],
  [1, true],
  [0, false],
  ["1", true],
  ["0", false],
]);

function truth(value: unknown, at: string): boolean {
  const found = truths.get(value);
  if (found === undefined) throw new WrongValue(at, "must be true or false");
  return found;
}

function text(value: unknown, at: string): string {
  if (typeof value !== "string") throw new WrongValue(at, "must be text");
  if (!value.isWellFormed()) throw new WrongValue(at, "must be text in Unicode");
  return value;
}

/** A decimal number that the contract keeps as text: a number here, read as either. An empty one is none. */
export const decimalText: ScalarCodec = {
  decode: (value, at) => {
    if (value === "") return "";
    const number = decimal(value, at);
    return typeof value === "string" ? value.trim() : plainDecimal(number);
  },
  encode: (value) => (value === "" ? null : Number(value)),
};

/** Without an exponent and without the noise of binary fractions: a rate has few digits. */
const plainDecimal = (number: number): string => number.toFixed(10).replace(/\.?0+$/, "");

const base64Text = /^[A-Za-z0-9+/_-]*={0,2}$/;

function bytes(value: unknown, at: string): Uint8Array {
  if (typeof value !== "string" || !base64Text.test(value)) throw new WrongValue(at, "must be base64");
  return new Uint8Array(Buffer.from(value, "base64"));
}

/** 64-bit numbers show as numbers; past 2^53 only text keeps every digit. */
function encodeLong(value: unknown): number | string {
  const number = Number(value as string | bigint);
  return Number.isSafeInteger(number) ? number : String(value);
}

const same = (value: unknown): unknown => value;
const finite = (value: unknown): unknown => (Number.isFinite(value) ? value : null);

const int32: ScalarCodec = { decode: (value, at) => Number(wholeNumber(value, at, "int32")), encode: same };
const uint32: ScalarCodec = { decode: (value, at) => Number(wholeNumber(value, at, "uint32")), encode: same };
const double: ScalarCodec = { decode: decimal, encode: finite };
const float: ScalarCodec = {
  decode: (value, at) => {
    const number = decimal(value, at);
    if (!Number.isFinite(Math.fround(number))) throw new WrongValue(at, "is out of range");
    return number;
  },
  encode: finite,
};

function long(range: "int64" | "uint64", asString: boolean): ScalarCodec {
  return {
    decode: (value, at) => {
      const whole = wholeNumber(value, at, range);
      return asString ? whole.toString() : whole;
    },
    encode: encodeLong,
  };
}

export function scalarCodec(type: ScalarType, longAsString: boolean): ScalarCodec {
  switch (type) {
    case ScalarType.STRING:
      return { decode: text, encode: same };
    case ScalarType.BOOL:
      return { decode: truth, encode: same };
    case ScalarType.BYTES:
      return { decode: bytes, encode: (value) => Buffer.from(value as Uint8Array).toString("base64") };
    case ScalarType.DOUBLE:
      return double;
    case ScalarType.FLOAT:
      return float;
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return uint32;
    case ScalarType.INT64:
    case ScalarType.SINT64:
    case ScalarType.SFIXED64:
      return long("int64", longAsString);
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return long("uint64", longAsString);
    default:
      return int32;
  }
}
