import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import type { WaitlistEntry } from "@leashline/proto/leashline/online_booking/v1/waitlist_pb.js";
import { dayToIso, isDay, isoToDay } from "../../../../ui/format/dates.ts";

// A wish for a time while it is put together or changed. Pure, so that what is shown and what is saved agree.

export type Range = { readonly startTime: number; readonly endTime: number };
export type WaitLine = { readonly petId: string; readonly serviceId: string };
export type WaitDraft = {
  readonly client: { customerId: string; name: string } | undefined;
  readonly lines: readonly WaitLine[];
  /** None: any day. */
  readonly dates: readonly string[];
  /** As typed; of a stay. */
  readonly nights: string;
  readonly ranges: readonly Range[];
  readonly staffIds: readonly string[];
  readonly validTill: string;
  readonly note: string;
};

export const parts = [
  { label: "Morning", startTime: 0, endTime: 719 },
  { label: "Afternoon", startTime: 720, endTime: 1019 },
  { label: "Evening", startTime: 1020, endTime: 1439 },
] as const;

const isSame = (a: Range, b: Range): boolean => a.startTime === b.startTime && a.endTime === b.endTime;
export const hasRange = (ranges: readonly Range[], one: Range): boolean => ranges.some((range) => isSame(range, one));
export const toggledRange = (ranges: readonly Range[], { startTime, endTime }: Range): Range[] =>
  hasRange(ranges, { startTime, endTime })
    ? ranges.filter((one) => !isSame(one, { startTime, endTime }))
    : [...ranges, { startTime, endTime }].sort((a, b) => a.startTime - b.startTime);
/** What a range is called: a part of the day, or nothing. */
export const partOf = (range: Range): string => parts.find((part) => isSame(part, range))?.label ?? "";

export const emptyDraft = (from: Partial<WaitDraft>): WaitDraft => ({
  ...{ client: undefined, lines: [], dates: [], nights: "1", ranges: [], staffIds: [], validTill: "", note: "" },
  ...from,
});

const iso = (day: Parameters<typeof isDay>[0]): string => (isDay(day) ? dayToIso(day) : "");

export const draftOf = (entry: WaitlistEntry): WaitDraft => ({
  client: {
    customerId: entry.customerInfo?.id ?? "0",
    name: `${entry.customerInfo?.firstName ?? ""} ${entry.customerInfo?.lastName ?? ""}`.trim(),
  },
  lines: entry.petList.flatMap(({ petId, serviceList }) => serviceList.map(({ serviceId }) => ({ petId, serviceId }))),
  dates: (entry.datePreference?.dates ?? []).map(iso),
  nights: String(entry.datePreference?.nights || 1),
  ranges: entry.timePreference?.timeRanges.map(({ startTime, endTime }) => ({ startTime, endTime })) ?? [],
  staffIds: entry.staffPreference?.staffIds ?? [],
  validTill: iso(entry.validTill),
  note: entry.ticketComment,
});

const stays = ["BOARDING", "DAYCARE"];
export type Family = "stays" | "others";
export const familyOf = (careType: string): Family => (stays.includes(careType) ? "stays" : "others");

/** Of several services that of the first; none where nothing is chosen, or what is chosen is not offered any more. */
export const careTypeIn = ({ lines }: Pick<WaitDraft, "lines">, services: readonly Service[]): string | undefined =>
  services.find(({ id }) => id === lines[0]?.serviceId)?.careType;

/** Boarding and daycare wait by themselves; until something is chosen, all is offered. */
export const familyIn = (draft: Pick<WaitDraft, "lines">, services: readonly Service[]): Family | undefined => {
  const careType = careTypeIn(draft, services);
  return careType === undefined ? undefined : familyOf(careType);
};

export const isWished = ({ client, lines, nights }: WaitDraft): boolean =>
  client !== undefined && lines.length > 0 && /^\d{1,3}$/.test(nights) && Number(nights) <= 180;

/** The wish as the server takes it. */
export const inputOf = ({ lines, dates, nights, ranges, staffIds, validTill, note }: WaitDraft, family: Family) => {
  const till = isoToDay(validTill);
  const petIds = [...new Set(lines.map(({ petId }) => petId))];
  return {
    petServices: petIds.map((petId) => ({
      petId,
      serviceList: lines.filter((line) => line.petId === petId).map(({ serviceId }) => ({ serviceId })),
    })),
    datePreference: { dates: dates.flatMap((date) => isoToDay(date) ?? []), nights: family === "stays" ? Number(nights) : 0 },
    timePreference: { timeRanges: [...ranges] },
    staffPreference: { staffIds: [...staffIds] },
    ...(till && { validTill: till }),
    ticketComment: note.trim(),
  };
};
