/** Where a form shows what the server says of one of its fields, such as "address.city": beside that, or beside what the form holds as one, such as a text with a line for each of a list. */
export const placeIn = (values: object, name: string): string | undefined => {
  const [root = ""] = name.split(".");
  // A request may hold the form's fields under a name of its own: "client.lastName".
  if (!(root in values)) return name.startsWith(`${root}.`) ? placeIn(values, name.slice(root.length + 1)) : undefined;
  const value = (values as Record<string, unknown>)[root];
  if (typeof value !== "object" || value === null) return root;
  return name === root || name.startsWith(`${root}.`) ? name : undefined;
};
