import { isClosed, type Nights, nightsOf, type PetFacts, type Room, type RoomRefusal, type Span, timesOf, unfit } from "./room.ts";

/** What takes a unit on a night. Times are minutes since 1970 UTC. */
export type TakenNight = {
  readonly unitId: string;
  readonly night: string;
  readonly from: number;
  readonly to: number;
  readonly pets: number;
  /** What the stay has that is changed. */
  readonly own?: boolean;
  /** False for those who are in a room beyond what it holds, and in areas. */
  readonly exclusive: boolean;
  /** Those who are in it share it with no other family. */
  readonly alone?: boolean;
};

/** What may be taken beyond what units hold: allowed on a night for whoever books knowingly, or had already by the stay that is changed. */
export type Beyond = {
  readonly extras?: readonly { readonly unitId: string; readonly night: string; readonly places: number }[];
  readonly own?: readonly TakenNight[];
  /** These pets share their room with no other family, by extra places neither. */
  readonly alone?: boolean;
  /** No two of these pets are in one unit on the same night. */
  readonly apart?: boolean;
  /** The types of the units that these pets had before the stay is changed: they keep their class where it has room. */
  readonly had?: ReadonlySet<string>;
};
const keyOf = (unitId: string, night: string): string => `${unitId} ${night}`;

type Minutes = { readonly from: number; readonly to: number };
type Days = Pick<Nights, "from" | "to">;
/** From a day to another: its nights, and when each begins and ends. */
type Stretch = Days & { readonly nights: readonly string[]; readonly times: () => ReadonlyMap<string, Minutes> };

/** A local time as minutes since 1970 UTC, in the zone of the business. */
export type Minute = (date: string, minute: number) => number;

/** The places of a location's rooms for one stay: what others have, and what its own pets were given so far. */
export class Places {
  readonly rooms: readonly Room[];
  readonly had: ReadonlySet<string>;
  readonly apart: boolean;
  readonly #span: Span;
  readonly #minute: Minute;
  readonly #taken: ReadonlyMap<string, TakenNight[]>;
  readonly #own = new Map<string, number>();
  readonly #extra: ReadonlyMap<string, number>;
  readonly #had: ReadonlyMap<string, TakenNight>;
  readonly #alone: boolean;
  readonly #byId: ReadonlyMap<string, Room>;
  readonly #stretches = new Map<string, Stretch>();
  #last: Stretch | undefined;

  constructor(
    rooms: readonly Room[],
    taken: readonly TakenNight[],
    span: Span,
    minute: Minute,
    { extras = [], own = [], alone = false, apart = false, had = new Set() }: Beyond = {},
  ) {
    this.#alone = alone;
    this.rooms = rooms;
    this.had = had;
    this.apart = apart;
    this.#byId = new Map(rooms.map((room) => [room.unitId, room]));
    this.#span = span;
    this.#minute = minute;
    this.#taken = Map.groupBy(taken, (one) => one.unitId);
    this.#extra = new Map(extras.map((one) => [keyOf(one.unitId, one.night), one.places]));
    this.#had = new Map(own.map((one) => [keyOf(one.unitId, one.night), one]));
  }

  room(unitId: string): Room | undefined {
    return this.#byId.get(unitId);
  }

  /** How many pets of this stay can still be put into a room on a night. */
  left(room: Room, nights: Nights, night: string): number {
    const own = this.#own.size === 0 ? 0 : (this.#own.get(keyOf(room.unitId, night)) ?? 0);
    if (this.apart && own > 0) return 0;
    if (room.area)
      return Math.max(room.capacity + this.#extraOf(room, night) - this.#othersOn(room, night), this.#hadBeyond(room, night)) - own;
    const time = this.#timeOf(nights, night);
    return time ? this.#ofRoom(room, night, this.#others(room, time)) - own : 0;
  }

  /** A room is one family's. With extra places more pets than it holds are in it, or beside its family those of others. */
  #ofRoom(room: Room, night: string, others: readonly TakenNight[]): number {
    if (others.length === 0) return this.#mostOf(room, night);
    if (this.#alone || others.some((one) => one.alone)) return this.#hadOn(room, night)?.pets ?? 0;
    const extra = this.#extraOf(room, night);
    const counted = sum(others.filter((one) => !one.exclusive));
    if (others.some((one) => one.exclusive)) return Math.max(extra - overOf(room, others) - counted, this.#hadBeyond(room, night));
    // Its family has left, or is the one that changes; those beside it are there. It is no room for others to come upon by chance.
    const had = this.#hadOn(room, night);
    const free = extra > 0 ? room.capacity + extra - counted : 0;
    return extra > 0 || had ? Math.max(room.capacity, free, had?.pets ?? 0) : 0;
  }

  /** What these pets take of a room or an area on a night, once they were given it. */
  share(room: Room, night: string, pets: number, time: Minutes): { exclusive: boolean; beyond: boolean; stated: number } {
    const [extra, others] = [this.#extraOf(room, night), this.#others(room, time)];
    if (room.area) {
      const all = this.#othersOn(room, night) + pets;
      return { exclusive: false, beyond: all > room.capacity, stated: Math.max(room.capacity + extra, all) };
    }
    const beside = others.some((one) => one.exclusive);
    const stated = Math.max(extra - overOf(room, others), sum(others.filter((one) => !one.exclusive)) + pets);
    return { exclusive: !beside, beyond: beside || pets > room.capacity, stated };
  }

  // Most stays know of no extra places and had nothing before: no key is made then, of which every room and night would need one.
  #extraOf = (room: Room, night: string): number => (this.#extra.size === 0 ? 0 : (this.#extra.get(keyOf(room.unitId, night)) ?? 0));
  #hadOn = (room: Room, night: string): TakenNight | undefined =>
    this.#had.size === 0 ? undefined : this.#had.get(keyOf(room.unitId, night));
  /** How many of these pets it takes at all on a night; those that it has it keeps. */
  #mostOf = (room: Room, night: string): number =>
    Math.max(room.capacity + this.#extraOf(room, night), this.#hadOn(room, night)?.pets ?? 0);
  #others = (room: Room, time: Minutes): TakenNight[] =>
    (this.#taken.get(room.unitId) ?? []).filter((one) => one.from < time.to && time.from < one.to);
  #othersOn = (room: Room, night: string): number => sum((this.#taken.get(room.unitId) ?? []).filter((one) => one.night === night));
  /** A stay that is changed keeps what it has beyond what the room holds. */
  #hadBeyond(room: Room, night: string): number {
    const had = this.#hadOn(room, night);
    return had && !had.exclusive ? had.pets : 0;
  }

  /** When a night of these begins and ends; the same in every room, so it is reckoned once. */
  #timeOf = (nights: Nights, night: string): Minutes | undefined => this.#stretchOf(nights).times().get(night);
  #nightsOf = (nights: Days): readonly string[] => this.#stretchOf(nights).nights;

  /** The stretch that was asked for last is asked for again with every room and night. */
  #stretchOf({ from, to }: Days): Stretch {
    if (this.#last?.from === from && this.#last.to === to) return this.#last;
    const key = keyOf(from, to);
    const known = this.#stretches.get(key) ?? this.#newStretch({ from, to });
    this.#stretches.set(key, known);
    this.#last = known;
    return known;
  }

  #newStretch({ from, to }: Days): Stretch {
    const minutes = ({ date, minute }: { date: string; minute: number }) => this.#minute(date, minute);
    const reckoned = () => {
      const times = timesOf(this.#span, { unitId: "", from, to });
      return new Map(times.map((one) => [one.night, { from: minutes(one.from), to: minutes(one.to) }]));
    };
    let known: ReadonlyMap<string, Minutes> | undefined;
    return { from, to, nights: nightsOf({ from, to }), times: () => (known ??= reckoned()) };
  }

  /** The first night on which so many pets cannot be in the room, and why. */
  refusal(nights: Nights, pets: number): { why: RoomRefusal; night: string } | null {
    const room = this.room(nights.unitId);
    for (const night of this.#nightsOf(nights)) {
      if (!room) return { why: "taken", night };
      if (isClosed(room, night)) return { why: "outOfService", night };
      if (pets > this.#mostOf(room, night)) return { why: "tooMany", night };
      if (this.left(room, nights, night) < pets) return { why: "taken", night };
    }
    return null;
  }

  /** Whether these pets fit into a room and it has places for all of them on these nights. */
  holds(room: Room, from: string, to: string, pets: readonly PetFacts[]): boolean {
    if (room.deleted || pets.some((pet) => unfit(room, pet))) return false;
    return this.refusal({ unitId: room.unitId, from, to }, pets.length) === null;
  }

  /** These nights are theirs now. */
  give(nights: Nights, pets: number): void {
    for (const night of this.#nightsOf(nights)) {
      const key = keyOf(nights.unitId, night);
      this.#own.set(key, (this.#own.get(key) ?? 0) + pets);
    }
  }

  /** Whether a unit is that of one of these pets already, who are to be apart. */
  isGiven = ({ unitId, ...nights }: Nights): boolean =>
    this.apart && this.#nightsOf(nights).some((night) => (this.#own.get(keyOf(unitId, night)) ?? 0) > 0);

  /** Every night as it was given, to come back to. */
  snapshot(): () => void {
    const before = new Map(this.#own);
    return () => {
      this.#own.clear();
      for (const [key, pets] of before) this.#own.set(key, pets);
    };
  }
}

const sum = (taken: readonly TakenNight[]): number => taken.reduce((total, one) => total + one.pets, 0);

/** How many of its family are in a room beyond what it holds. They are not counted, but take the extra places of those beside them. */
const overOf = (room: Room, others: readonly TakenNight[]): number =>
  Math.max(0, ...others.filter((one) => one.exclusive).map((one) => one.pets - room.capacity));
