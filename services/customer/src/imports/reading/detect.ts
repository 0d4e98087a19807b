import type { Encoding } from "./bytes.ts";
import { rowsIn } from "./csv.ts";
import { type FieldKey, fieldOfHeader, fields } from "./fields.ts";
import { type DateOrder, dateOrderOf, isEmail, readDate, readSpecies } from "./values.ts";

export type Column = { index: number; name: string; samples: string[] };
export type Format = { encoding: Encoding; delimiter: string; hasHeader: boolean; columns: Column[]; dateOrder: DateOrder };
export type Mapped = { column: number; field: FieldKey | ""; confidence: number };

const delimiters = [",", ";", "\t", "|"] as const;

/** The separator that gives the first lines most often the same number of cells, more than one. */
export function delimiterOf(start: Buffer, decode: (bytes: Uint8Array) => string, atEnd: boolean): string {
  const scored = delimiters.map((delimiter) => {
    const widths: number[] = [];
    for (const row of rowsIn(start, { delimiter, decode, atEnd })) {
      widths.push(row.cells.length);
      if (widths.length >= 50) break;
    }
    const usual = mode(widths);
    return { delimiter, score: usual < 2 ? 0 : (widths.filter((w) => w === usual).length / widths.length) * 100 + Math.min(usual, 40) };
  });
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

function mode(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const n of numbers) counts.set(n, (counts.get(n) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

const looksLikeData = (cell: string): boolean =>
  isEmail(cell) ||
  /^[\d\s()+.-]{5,}$/.test(cell) ||
  /^\d+$/.test(cell) ||
  readDate(cell, "month-first", 2026) !== null ||
  readSpecies(cell) !== null;

/** A first row of known headers is one; else a row of distinct words, none of which looks like a value, over rows in which some do. */
export function isHeader(first: readonly string[], others: readonly (readonly string[])[]): boolean {
  const cells = first.map((cell) => cell.trim());
  const known = cells.filter((cell) => fieldOfHeader(cell) !== null).length;
  if (known >= Math.max(1, Math.ceil(cells.length / 3))) return true;
  if (cells.some(looksLikeData) || new Set(cells).size < cells.length || cells.filter(Boolean).length < cells.length) return false;
  return others.some((row) => row.some((cell) => looksLikeData(cell.trim())));
}

/** What the first rows say about the file. */
export function formatOf(encoding: Encoding, delimiter: string, rows: readonly (readonly string[])[], country: string): Format {
  const [first = [], ...rest] = rows;
  const hasHeader = isHeader(first, rest);
  const data = hasHeader ? rest : rows;
  const width = Math.max(first.length, mode(data.map((row) => row.length)));
  const columns = Array.from({ length: width }, (_, index) => ({
    index,
    name: (hasHeader ? first[index]?.trim() : "") || `Column ${index + 1}`,
    samples: [...new Set(data.map((row) => row[index]?.trim() ?? "").filter(Boolean))].slice(0, 5),
  }));
  const fallback = country === "US" ? "month-first" : "day-first";
  return { encoding, delimiter, hasHeader, columns, dateOrder: dateOrderOf(data.flat(), fallback) };
}

const share = (values: readonly string[], test: (value: string) => boolean): number =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

/** By what its values look like, when the header says nothing. */
function fieldOfValues(samples: readonly string[]): FieldKey | "" {
  if (share(samples, isEmail) > 0.7) return "email";
  if (share(samples, (v) => readSpecies(v) !== null) > 0.7) return "pet_type";
  if (share(samples, (v) => /^\d{5}(-\d{4})?$/.test(v)) > 0.7) return "zipcode";
  if (share(samples, (v) => /^[\d\s()+.-]+$/.test(v) && v.replace(/\D/g, "").length >= 10) > 0.7) return "phone_number";
  return "";
}

/** A guess for every column; a field is given to one column only, the one it fits best. */
export function guessMapping(format: Format): Mapped[] {
  const taken = new Set<string>();
  const claim = (column: Column, field: FieldKey | "" | null, confidence: number): Mapped | null => {
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return { column: column.index, field, confidence };
  };
  const byHeader = new Map(format.columns.map((c) => [c.index, format.hasHeader ? claim(c, fieldOfHeader(c.name), 2) : null]));
  const guessed = format.columns.map(
    (c) => byHeader.get(c.index) ?? claim(c, fieldOfValues(c.samples), 1) ?? { column: c.index, field: "" as const, confidence: 0 },
  );
  return preferPetName(guessed, format);
}

/** A column called just "Name" beside pet columns and no owner's is the pet's. */
function preferPetName(mapping: Mapped[], format: Format): Mapped[] {
  const has = (field: string): boolean => mapping.some((m) => m.field === field);
  const aboutPets = mapping.some((m) => fields.find((f) => f.key === m.field)?.group === "pet");
  const aboutOwners = has("first_name") || has("last_name") || has("email") || has("phone_number");
  if (has("pet_name") || !aboutPets || aboutOwners) return mapping;
  return mapping.map((m) =>
    m.field === "full_name" && /^name$/i.test(format.columns[m.column]?.name.trim() ?? "") ? { ...m, field: "pet_name", confidence: 1 } : m,
  );
}
