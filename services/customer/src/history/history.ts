export type Change = { field: string; before: string; after: string };

const machinery = new Set([
  "companyId",
  "version",
  "updatedAt",
  "createdAt",
  "importKey",
  "finishedCount",
  "phoneKey",
  "emailKey",
  "firstNameKey",
  "lastNameKey",
  "nameKey",
  "licenseKey",
  "lot",
  "lastStaffId",
  "lastStaffName",
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

type State = Record<string, unknown> | null;

/** Fields by one name each; entries written before rows were camelCase have them as columns are called. */
const named = (state: State): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(state ?? {}).map(([key, value]) => [key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()), value]),
  );

/** The fields that differ between two states of a thing; with one state missing, all that say something. */
export function changesOf(before: State, after: State): Change[] {
  const [old, now] = [named(before), named(after)];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((field) => !machinery.has(field));
  return fields
    .map((field) => ({ field, before: text(old[field]), after: text(now[field]) }))
    .filter((change) => change.before !== change.after);
}
