/** What the list can show beside a client's name, in order; those that it shows unless told otherwise first. */
export const COLUMNS = [
  { key: "first_name", label: "Name", standard: true },
  { key: "pets", label: "Pets", standard: true },
  { key: "phone", label: "Phone", standard: true },
  { key: "email", label: "Email", standard: false },
  { key: "tags", label: "Tags", standard: false },
  { key: "last_visit_date", label: "Last appointment", standard: true },
  { key: "next_visit_date", label: "Next appointment", standard: true },
  { key: "finished_count", label: "Appointments", standard: true },
  { key: "total_paid", label: "Paid", standard: true },
  { key: "outstanding_balance", label: "Owes", standard: true },
  { key: "create_date", label: "Added", standard: false },
] as const;

const [NAME] = COLUMNS;
const standard: readonly string[] = COLUMNS.filter((one) => one.standard).map(({ key }) => key);
const known = (keys: readonly string[]): string[] =>
  COLUMNS.map(({ key }) => key as string).filter((key) => key === NAME.key || keys.includes(key));

/** The columns as the address says them; the name always stands there. */
export const columnsOf = (fields: string): readonly string[] => (fields === "" ? standard : known(fields.split(",")));

/** Columns as an address says them: nothing for the usual ones, and for a view that names none we know. */
export const fieldsOf = (keys: readonly string[]): string => {
  const shown = known(keys);
  return keys.every((key) => !shown.includes(key)) || shown.join() === standard.join() ? "" : shown.join();
};
