import type { CareDay } from "@leashline/proto/leashline/calendar/v1/overview_service_pb.js";
import { pathTo } from "../../../../app/routes/paths.ts";
import { plural } from "../../../../ui/format/text.ts";

type Counts = Pick<CareDay, "daycarePets" | "daycareAtOnce" | "daycareHeads" | "boardingPets" | "arrivingPets" | "leavingPets">;

/** Something of a day to be read at a glance, and where one sees who they are. */
export type CarePart = {
  key: "daycare" | "boarding" | "arriving" | "leaving";
  text: string;
  /** For narrow columns; as `text` where it is short already. */
  short: string;
  /** As it is read out. */
  label: string;
  to: string;
  /** As many as the day takes, or more. */
  full: boolean;
};

const daycareOf = ({ daycarePets, daycareAtOnce, daycareHeads }: Counts, to: string): CarePart => {
  if (daycareHeads === 0 && daycarePets === 0)
    return { key: "daycare", text: "No daycare", short: "No daycare", label: "No daycare", to, full: false };
  const limited = daycareHeads !== undefined;
  const text = limited ? `Daycare ${daycareAtOnce} of ${daycareHeads}` : `Daycare ${daycarePets}`;
  const full = limited && daycareAtOnce >= daycareHeads;
  const label = limited
    ? `Daycare: ${daycareAtOnce} of ${plural(daycareHeads, "place")} taken${full ? ", full" : ""}, ${plural(daycarePets, "pet")}`
    : `Daycare: ${plural(daycarePets, "pet")}`;
  return { key: "daycare", text, short: text, label, to, full };
};

/** What a day holds besides its appointments with staff, of the kinds that the location has; who arrives and leaves only where somebody does. */
export function carePartsOf(day: Counts, types: readonly string[], date: string, today: string): CarePart[] {
  const gone = date < today ? "finished" : undefined;
  const list = (query: Record<string, string | undefined>) => pathTo("/home/overview", {}, { date, ...query });
  const stays = (key: "arriving" | "leaving", short: string, pets: number, to: string): CarePart[] =>
    pets === 0
      ? []
      : [{ key, text: `${pets} ${key}`, short: `${pets} ${short}`, label: `Boarding: ${plural(pets, "pet")} ${key}`, to, full: false }];
  return [
    ...(types.includes("DAYCARE") || day.daycarePets > 0 ? [daycareOf(day, list({ care: "DAYCARE", tab: gone }))] : []),
    ...(types.includes("BOARDING")
      ? [
          {
            key: "boarding" as const,
            text: `Boarding ${day.boardingPets}`,
            short: `Boarding ${day.boardingPets}`,
            label: `Boarding: ${plural(day.boardingPets, "pet")} overnight`,
            to: pathTo("/calendar/lodging", {}, { date }),
            full: false,
          },
        ]
      : []),
    ...stays("arriving", "in", day.arrivingPets, list({ stay: "arrivals", tab: gone })),
    // Who leaves today is in the store until then.
    ...stays("leaving", "out", day.leavingPets, list({ stay: "departures", tab: date === today ? "in-store" : gone })),
  ];
}

/** The same of a day among many: only whom there is. */
export const monthCare = (day: Pick<Counts, "daycarePets" | "boardingPets"> | undefined): string =>
  [day?.daycarePets && `${day.daycarePets} daycare`, day?.boardingPets && `${day.boardingPets} boarding`].filter(Boolean).join(" · ");
