/** Parts of a path that name something by its number; what a link carries instead of a number does not. */
const isId = (name: string): boolean => (name === "id" || name.endsWith("Id")) && name !== "encodeId";
const QUERY_IDS = ["appointment", "checkout", "bill", "thread", "customerId", "importId"];
/** As large as the numbers that the services give. */
const MOST = 2n ** 63n - 1n;

const isNumber = (value: string): boolean => /^\d{1,19}$/.test(value) && BigInt(value) <= MOST;

/** Whether a path names something that cannot be there, since it has no number. */
export const namesNothing = (params: Readonly<Record<string, string | undefined>>): boolean =>
  Object.entries(params).some(([name, value]) => isId(name) && value !== undefined && !isNumber(value));

/** The address without what the query names in letters; undefined where there is nothing of the kind. */
export const withoutLetters = (pathname: string, search: string): string | undefined => {
  const query = new URLSearchParams(search);
  const strange = QUERY_IDS.filter((name) => query.get(name) && !isNumber(query.get(name) ?? ""));
  if (strange.length === 0) return undefined;
  for (const name of strange) query.delete(name);
  return `${pathname}${query.size > 0 ? `?${query}` : ""}`;
};
