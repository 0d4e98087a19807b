import type { DaycareSetting } from "@leashline/proto/leashline/calendar/v1/daycare_service_pb.js";
import { WEEKDAYS } from "../../../ui/format/dates.ts";

const NOON = 720;
const SOME = "20";

/** Each place of the seven has a field of its own. */
export const valuesOf = (known: DaycareSetting) => ({
  limited: known.limited,
  heads: WEEKDAYS.map((_, weekday) => String(known.heads[weekday] ?? SOME)),
  middayAt: known.middayAt || NOON,
  autoCheckOut: known.autoCheckOutAt > 0,
  autoCheckOutAt: known.autoCheckOutAt || 1110,
  lateFee: known.lateFee,
});
export type DaycareValues = ReturnType<typeof valuesOf>;

export const requestOf = ({ limited, heads, middayAt, autoCheckOut, autoCheckOutAt, lateFee }: DaycareValues) => ({
  setting: {
    limited,
    heads: limited ? heads.map(Number) : [],
    middayAt: middayAt === NOON ? 0 : middayAt,
    autoCheckOutAt: autoCheckOut ? autoCheckOutAt : 0,
    lateFee: autoCheckOut && lateFee,
  },
  updateMask: { paths: ["limited", "heads", "midday_at", "auto_check_out_at", "late_fee"] },
});

/** A whole number of pets that a day can take. */
export const headsCheck = (value: string): string | undefined => (/^\d{1,4}$/.test(value.trim()) ? undefined : "A number from 0 to 9999");
