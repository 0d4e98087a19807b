import { isClosed, type Nights, nightsOf, type PetFacts, type Room, type RoomRefusal, type Span, timesOf, unfit } from "./room.ts";

/** What takes a unit on a night. Times are minutes since 1970 UTC. */
export type TakenNight = {
  readonly unitId: string;
  readonly night: string;
  readonly from: number;
  readonly to: number;
  readonly pets: number;
  readonly appointmentId: string;
};

type Minutes = { readonly from: number; readonly to: number };

/** A local time as minutes since 1970 UTC, in the zone of the business. */
export type Minute = (date: string, minute: number) => number;

/** The places of a location's rooms for one stay: what others have, and what its own pets were given so far. */
export class Places {
  readonly rooms: readonly Room[];
  readonly #span: Span;
  readonly #minute: Minute;
  readonly #taken: ReadonlyMap<string, TakenNight[]>;
  readonly #own = new Map<string, number>();
  readonly #times = new Map<string, ReadonlyMap<string, Minutes>>();

  constructor(rooms: readonly Room[], taken: readonly TakenNight[], span: Span, minute: Minute) {
    this.rooms = rooms;
    this.#span = span;
    this.#minute = minute;
    this.#taken = Map.groupBy(taken, (one) => one.unitId);
  }

  room(unitId: string): Room | undefined {
    return this.rooms.find((room) => room.unitId === unitId);
  }

  /** How many pets of this stay can still be put into a room on a night. */
  left(room: Room, nights: Nights, night: string): number {
    const others = this.#taken.get(room.unitId) ?? [];
    const own = this.#own.get(`${room.unitId} ${night}`) ?? 0;
    if (room.area) return room.capacity - own - sum(others.filter((one) => one.night === night));
    const time = this.#timeOf(nights, night);
    if (!time) return 0;
    return others.some((one) => one.from < time.to && time.from < one.to) ? 0 : room.capacity - own;
  }

  /** When a night of these begins and ends; the same in every room, so it is reckoned once. */
  #timeOf(nights: Nights, night: string): Minutes | undefined {
    const key = `${nights.from} ${nights.to}`;
    const known = this.#times.get(key);
    if (known) return known.get(night);
    const minutes = ({ date, minute }: { date: string; minute: number }) => this.#minute(date, minute);
    const times = new Map(timesOf(this.#span, nights).map((one) => [one.night, { from: minutes(one.from), to: minutes(one.to) }]));
    this.#times.set(key, times);
    return times.get(night);
  }

  /** The first night on which so many pets cannot be in the room, and why. */
  refusal(nights: Nights, pets: number): { why: RoomRefusal; night: string } | null {
    const room = this.room(nights.unitId);
    for (const night of nightsOf(nights)) {
      if (!room) return { why: "taken", night };
      if (isClosed(room, night)) return { why: "outOfService", night };
      if (pets > room.capacity) return { why: "tooMany", night };
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
    for (const night of nightsOf(nights)) {
      const key = `${nights.unitId} ${night}`;
      this.#own.set(key, (this.#own.get(key) ?? 0) + pets);
    }
  }

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
