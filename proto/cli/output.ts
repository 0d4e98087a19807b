import {
  type DescField,
  type DescMessage,
  type FileRegistry,
  type JsonObject,
  type JsonValue,
  type Message,
  ScalarType,
  toJson,
} from "@bufbuild/protobuf";

export type Format = "json" | "table" | "csv";

type Row = Record<string, string>;
type Bag = Record<string, unknown>;

/** The answer, or the pages of one list put together, as text. */
export function shown(
  desc: DescMessage,
  messages: readonly Message[],
  format: Format,
  registry: FileRegistry,
  columns: readonly string[] = [],
  width = 0,
): string {
  if (format === "json") return JSON.stringify(merged(desc, messages, registry), null, 2);
  const list = rowsField(desc);
  const item = list?.message;
  const rows =
    list && item
      ? messages.flatMap((message) => ((message as unknown as Bag)[list.localName] as Message[]).map((each) => rowOf(item, each)))
      : messages.map((message) => rowOf(desc, message));
  const all = item ? columnsOf(item) : columnsOf(desc);
  const chosen = columns.length > 0 ? columns.map((column) => matching(all, column)) : all;
  if (format === "csv") return csv(chosen, rows);
  const useful = columns.length > 0 ? chosen : chosen.filter((column) => rows.some((row) => row[column] !== ""));
  return item ? table(useful, rows, width) : record(useful, rows[0] ?? {});
}

/** Pages of one list as one answer: lists joined, everything else from the last page. */
function merged(desc: DescMessage, messages: readonly Message[], registry: FileRegistry): JsonValue {
  const pages = messages.map((message) => toJson(desc, message, { registry, alwaysEmitImplicit: true }) as JsonObject);
  const [first, ...more] = pages;
  return more.reduce<JsonObject>((whole, page) => {
    const joined = Object.entries(page).map(([name, value]) => [
      name,
      Array.isArray(value) ? [...((whole[name] as JsonValue[]) ?? []), ...value] : value,
    ]);
    return Object.fromEntries(joined) as JsonObject;
  }, first ?? {});
}

/** The rows of an answer that is a list: its first message field, when that one repeats. */
function rowsField(desc: DescMessage): DescField | undefined {
  const first = desc.fields.find((field) => field.message !== undefined && field.fieldKind !== "map");
  return first?.fieldKind === "list" ? first : undefined;
}

function matching(all: readonly string[], wanted: string): string {
  const plain = (name: string) => name.replace(/[-_]/g, "").toLowerCase();
  return all.find((column) => plain(column) === plain(wanted)) ?? wanted;
}

/** Fields of a row; those of a message inside stand beside them, one level deep. */
function columnsOf(desc: DescMessage, prefix = ""): string[] {
  return desc.fields.flatMap((field) =>
    isInner(field, prefix) ? columnsOf(field.message as DescMessage, `${field.jsonName}.`) : [prefix + field.jsonName],
  );
}

const isInner = (field: DescField, prefix: string): boolean =>
  prefix === "" && field.fieldKind === "message" && field.message.typeName.startsWith("leashline.");

function rowOf(desc: DescMessage, message: Message | undefined, prefix = ""): Row {
  const row: Row = {};
  for (const field of desc.fields) {
    const value = message === undefined ? undefined : valueIn(message as unknown as Bag, field);
    if (isInner(field, prefix)) Object.assign(row, rowOf(field.message as DescMessage, value as Message | undefined, `${field.jsonName}.`));
    else row[prefix + field.jsonName] = cell(field, value);
  }
  return row;
}

function valueIn(message: Bag, field: DescField): unknown {
  if (!field.oneof) return message[field.localName];
  const chosen = message[field.oneof.localName] as { case?: string; value?: unknown };
  return chosen.case === field.localName ? chosen.value : undefined;
}

function cell(field: DescField, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (field.fieldKind === "list") return (value as unknown[]).map((each) => single(field, each)).join(", ");
  if (field.fieldKind === "map")
    return Object.entries(value as Bag)
      .map(([key, each]) => `${key}=${single(field, each)}`)
      .join(", ");
  return single(field, value);
}

function single(field: DescField, value: unknown): string {
  if (field.enum) return field.enum.value[value as number]?.localName.toLowerCase() ?? String(value);
  if (field.message) return messageText(field.message, value as Message);
  if (field.scalar === ScalarType.BYTES) return Buffer.from(value as Uint8Array).toString("base64");
  return String(value);
}

function messageText(desc: DescMessage, message: Message): string {
  const parts = message as unknown as {
    units: bigint;
    nanos: number;
    currencyCode: string;
    year: number;
    month: number;
    day: number;
    paths: string[];
  };
  if (desc.typeName === "google.type.Money") return `${moneyText(parts.units, parts.nanos)} ${parts.currencyCode}`.trim();
  if (desc.typeName === "google.type.Date")
    return parts.year === 0 ? "" : [String(parts.year).padStart(4, "0"), two(parts.month), two(parts.day)].join("-");
  const json = toJson(desc, message);
  return typeof json === "string" ? json : JSON.stringify(json);
}

const two = (number: number): string => String(number).padStart(2, "0");

function moneyText(units: bigint, nanos: number): string {
  const isNegative = units < 0n || nanos < 0;
  const whole = units < 0n ? -units : units;
  return `${isNegative ? "-" : ""}${whole}.${two(Math.trunc(Math.abs(nanos) / 10_000_000))}`;
}

function csv(columns: readonly string[], rows: readonly Row[]): string {
  const quoted = (text: string) => {
    // A spreadsheet would take these for formulas; numbers stay numbers.
    const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.]+( [A-Z]{3})?$/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))]
    .map((cells) => cells.map(quoted).join(","))
    .join("\r\n");
}

const widest = 48;

function table(columns: readonly string[], rows: readonly Row[], width: number): string {
  if (rows.length === 0) return "Nothing.";
  const cut = (text: string) => {
    const line = text.replaceAll(/\s+/g, " ");
    return width > 0 && line.length > widest ? `${line.slice(0, widest - 1)}…` : line;
  };
  const lines = [columns, ...rows.map((row) => columns.map((column) => cut(row[column] ?? "")))];
  const widths = columns.map((_, index) => Math.max(...lines.map((cells) => (cells[index] ?? "").length)));
  return lines
    .map((cells) =>
      cells
        .map((text, index) => text.padEnd(widths[index] as number))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function record(columns: readonly string[], row: Row): string {
  const width = Math.max(0, ...columns.map((column) => column.length));
  return columns.length === 0 ? "Done." : columns.map((column) => `${column.padEnd(width)}  ${row[column] ?? ""}`).join("\n");
}
