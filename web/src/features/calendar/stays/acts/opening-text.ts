import type { StayOpeningChoice } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";

type Day = NonNullable<StayOpeningChoice["pets"][number]["rooms"][number]["startDate"]>;
type Pets = { pets: readonly { rooms: readonly { lodgingUnitId: string; name: string; startDate?: Day }[] }[] };

/** "Kennel 1", "Kennel 1 and Kennel 2" where each pet has its own, "Kennel 1, from Mar 6 Suite 2" where it moves. */
export const roomsText = ({ pets }: Pets, shortDay: (day: Day | undefined) => string): string => {
  const each = pets.map(({ rooms }) =>
    rooms.map(({ name, startDate }, index) => (index === 0 ? name : `from ${shortDay(startDate)} ${name}`)).join(", "),
  );
  return [...new Set(each)].join(" and ");
};

/** The unit in which all of them sleep all the time; "" where there are more. */
export const onlyUnit = ({ pets }: Pets): string => {
  const units = new Set(pets.flatMap(({ rooms }) => rooms.map(({ lodgingUnitId }) => lodgingUnitId)));
  return units.size === 1 ? ([...units][0] ?? "") : "";
};
