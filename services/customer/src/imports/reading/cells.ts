import type { Format, Mapped } from "./detect.ts";
import type { FieldKey } from "./fields.ts";
import { tidy, type WeightUnit } from "./values.ts";

export type Issue = { column: string; value: string; reason: string; rejected: boolean };
/** weightUnit is the business's own; empty leaves weights as they are written. */
export type Reader = { format: Format; mapping: readonly Mapped[]; country: string; thisYear: number; weightUnit: WeightUnit | "" };

const limits: Partial<Record<FieldKey, number>> = {
  client_note: 10_000,
  pet_note: 10_000,
  health_issues: 2_000,
  behavior: 2_000,
  address1: 255,
  address2: 255,
  license_number: 60,
  microchip_number: 60,
  pet_type: 60,
  color: 60,
  coat_type: 60,
  zipcode: 20,
  email: 254,
};
const standardLimit = 100;

/** The values of one row by field, and how to complain about them. */
export class Cells {
  readonly issues: Issue[] = [];
  readonly #values = new Map<FieldKey, { text: string; column: string }>();

  constructor(cells: readonly string[], { format, mapping }: Reader) {
    for (const { column, field } of mapping) {
      if (!field) continue;
      const name = format.columns[column]?.name ?? "";
      const text = tidy(cells[column] ?? "");
      const limit = limits[field] ?? standardLimit;
      this.#values.set(field, { text: text.slice(0, limit), column: name });
      if (text.length > limit) this.warn(field, `longer than ${limit} characters; cut`);
    }
  }

  has = (field: FieldKey): boolean => this.#values.has(field);
  text = (field: FieldKey): string => this.#values.get(field)?.text ?? "";
  column = (field: FieldKey): string => this.#values.get(field)?.column ?? "";
  warn(field: FieldKey, reason: string): void {
    const { text = "", column = "" } = this.#values.get(field) ?? {};
    this.issues.push({ column, value: text.slice(0, 200), reason, rejected: false });
  }
  /** Reads a value; one that makes no sense is left out with a warning. */
  read<T>(field: FieldKey, reader: (text: string) => T | null, otherwise: T, reason: string): T {
    const text = this.text(field);
    if (text === "") return otherwise;
    const value = reader(text);
    if (value === null) this.warn(field, reason);
    return value ?? otherwise;
  }
}
