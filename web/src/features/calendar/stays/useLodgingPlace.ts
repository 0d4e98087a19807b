import { useMemo } from "react";
import { isoToDay } from "../../../ui/format/dates.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useQueryChange } from "../../../ui/links/over.ts";
import type { Occupancy } from "./lodging-layout.ts";

const WEEKS = ["1", "2", "4", "8"];
const OCCUPANCIES: readonly Occupancy[] = ["all", "part", "full", "vacant"];

/** Where on the lodging calendar we are; it lives in the address. */
export const useLodgingPlace = () => {
  const { query, ...change } = useQueryChange();
  const today = useFormat().now().date;
  const asked = query.get("date") ?? "";
  const date = isoToDay(asked) ? asked : today;
  const weeks = Number(WEEKS.find((one) => one === query.get("weeks")) ?? "2");
  const days = useMemo(() => ({ from: date, count: weeks * 7 }), [date, weeks]);
  const typeIds = useMemo(() => (query.get("type") ?? "").split(",").filter((id) => /^\d+$/.test(id)), [query]);
  return {
    ...change,
    today,
    date,
    weeks,
    days,
    typeIds,
    occupancy: OCCUPANCIES.find((one) => one === query.get("occupancy")) ?? "all",
    openId: query.get("appointment") ?? undefined,
    againId: query.get("again") ?? undefined,
    bookFor: query.has("book") ? (query.get("customerId") ?? "") : undefined,
  };
};
export type LodgingPlace = ReturnType<typeof useLodgingPlace>;
