import { type DescEnum, type DescField, type DescMessage, type JsonValue, ScalarType } from "@bufbuild/protobuf";
import { kebab } from "./names.ts";
import { Usage } from "./usage.ts";

/** One value from the command line, as protobuf JSON. */
export function flagValue(field: DescField, text: string | undefined, flag: string): JsonValue {
  if (field.message && field.fieldKind !== "map") return messageValue(field.message, text, flag);
  if (field.enum) return enumValue(field.enum, needed(text, flag));
  return scalarValue(field.scalar as ScalarType, text, flag);
}

function needed(text: string | undefined, flag: string): string {
  if (text === undefined) throw new Usage(`--${flag} needs a value.`);
  return text;
}

function scalarValue(type: ScalarType, text: string | undefined, flag: string): JsonValue {
  if (type === ScalarType.BOOL) {
    if (text === undefined || text === "true") return true;
    if (text === "false") return false;
    throw new Usage(`--${flag} is true or false, not "${text}".`);
  }
  const value = needed(text, flag);
  if (type === ScalarType.STRING) return value;
  if (type === ScalarType.BYTES) return Buffer.from(value).toString("base64");
  const isWhole = type !== ScalarType.DOUBLE && type !== ScalarType.FLOAT;
  if (!(isWhole ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/).test(value))
    throw new Usage(`--${flag} is a ${isWhole ? "whole " : ""}number, not "${value}".`);
  // As text: 64-bit numbers keep every digit.
  return isWhole ? value : Number(value);
}

/** By number, by whole name, or by the part of the name that differs: finished, FINISHED, APPOINTMENT_STATUS_FINISHED, 4. */
function enumValue(desc: DescEnum, text: string): JsonValue {
  if (/^\d+$/.test(text)) return Number(text);
  const wanted = kebab(text);
  const found = desc.values.find((value) => [kebab(value.name), kebab(value.localName)].includes(wanted));
  if (found) return found.name;
  throw new Usage(`"${text}" is not one of: ${desc.values.map((value) => kebab(value.localName)).join(", ")}.`);
}

function messageValue(desc: DescMessage, text: string | undefined, flag: string): JsonValue {
  const value = needed(text, flag);
  const read = known[desc.typeName];
  if (read) return read(value, flag);
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    throw new Usage(`--${flag} takes JSON, or its fields one by one: --${flag}.name value.`);
  }
}

const known: Readonly<Record<string, (text: string, flag: string) => JsonValue>> = {
  "google.type.Money": money,
  "google.type.Date": date,
  "google.protobuf.Timestamp": timestamp,
  "google.protobuf.Duration": (text, flag) =>
    /^\d+(\.\d+)?s?$/.test(text) ? `${text.replace(/s$/, "")}s` : wrong(flag, "seconds, for example 90s", text),
  "google.protobuf.FieldMask": (text) =>
    text
      .split(",")
      .map((path) => path.trim().replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase()))
      .join(","),
};

/** "12.50 USD", "12.50USD" or "12.50". */
function money(text: string, flag: string): JsonValue {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?\s*([A-Za-z]{3})?$/.exec(text.trim());
  if (!match) return wrong(flag, 'an amount, for example "12.50 USD"', text);
  const [, sign, whole, fraction = "", currency] = match;
  const nanos = Number(fraction.padEnd(2, "0")) * 10_000_000;
  return {
    units: `${sign}${whole}`,
    nanos: sign === "-" && nanos > 0 ? -nanos : nanos,
    ...(currency ? { currencyCode: currency.toUpperCase() } : {}),
  };
}

function date(text: string, flag: string): JsonValue {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  const [year, month, day] = (match ?? []).slice(1).map(Number);
  const valid = match && new Date(Date.UTC(year!, month! - 1, day)).toISOString().startsWith(text);
  return valid ? { year: year!, month: month!, day: day! } : wrong(flag, "a day as YYYY-MM-DD", text);
}

function timestamp(text: string, flag: string): JsonValue {
  const instant = new Date(/^\d+$/.test(text) ? Number(text) * 1000 : text);
  return Number.isNaN(instant.getTime())
    ? wrong(flag, "a time such as 2026-11-20T09:00:00Z, or seconds since 1970", text)
    : instant.toISOString();
}

function wrong(flag: string, expected: string, text: string): never {
  throw new Usage(`--${flag} takes ${expected}, not "${text}".`);
}
