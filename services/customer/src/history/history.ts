export type Change = { field: string; before: string; after: string };

const machinery = new Set([
  "company_id",
  "version",
  "updated_at",
  "created_at",
  "import_key",
  "finished_count",
  "phone_key",
  "email_key",
  "first_name_key",
  "last_name_key",
  "license_key",
  "last_staff_id",
  "last_staff_name",
]);
const empty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  value === false ||
  value === 0 ||
  value === "0" ||
  (Array.isArray(value) && value.length === 0);
const text = (value: unknown): string => (empty(value) ? "" : JSON.stringify(value));

/** The fields that differ between two states of a thing; with one state missing, all that say something. */
export function changesOf(before: Record<string, unknown> | null, after: Record<string, unknown> | null): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((field) => !machinery.has(field));
  return fields
    .map((field) => ({ field, before: text(before?.[field]), after: text(after?.[field]) }))
    .filter((change) => change.before !== change.after);
}
