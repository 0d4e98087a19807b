/** "ListDayCards", "listDayCards" or "list_day_cards" as "list-day-cards". */
export function kebab(name: string): string {
  return name
    .replaceAll("_", "-")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .toLowerCase();
}
