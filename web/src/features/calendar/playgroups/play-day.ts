import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import type { GetPlaygroupDayResponse } from "@leashline/proto/leashline/calendar/v1/playgroup_day_service_pb.js";
import type { Playgroup } from "@leashline/proto/leashline/offering/v1/playgroup_service_pb.js";
import { petOfCode } from "@leashline/proto/rules/pet-code.ts";
import type { Appointment } from "../shared/types.ts";

/** No group. */
export const NOWHERE = "0";

/** A pet of the day: whose it is, what it came for, and where it plays. */
export type Player = {
  key: string;
  petId: string;
  petName: string;
  breed: string;
  client: string;
  visit: Appointment;
  playgroupId: string;
  /** Its group is for other sizes or temperaments. */
  misplaced: boolean;
  fitting: readonly string[];
  /** Types of incidents that it caused and that whoever handles it is warned of. */
  warnings: readonly string[];
};

export type Column = { id: string; group: Playgroup | undefined; players: Player[] };

const { UNCONFIRMED, CONFIRMED, FINISHED } = AppointmentStatus;
export const isExpected = ({ visit }: Pick<Player, "visit">): boolean => [UNCONFIRMED, CONFIRMED].includes(visit.status);
export const isGone = ({ visit }: Pick<Player, "visit">): boolean => visit.status === FINISHED;

/** Who is here stands before who is expected; then by time and name. */
const byTurn = (a: Player, b: Player): number =>
  Number(isExpected(a)) - Number(isExpected(b)) || a.visit.startTime - b.visit.startTime || a.petName.localeCompare(b.petName);

export function playersOf({ appointments, pets }: Pick<GetPlaygroupDayResponse, "appointments" | "pets">): Player[] {
  const visits = new Map(appointments.map((visit) => [visit.id, visit]));
  return pets.flatMap(({ appointmentId, petId, playgroupId, fittingPlaygroupIds: fitting, warnings }) => {
    const visit = visits.get(appointmentId);
    const line = visit?.petServiceList.find((one) => one.petId === petId);
    if (!visit || !line) return [];
    const { petName, breed } = line;
    const client = `${visit.customerFirstName} ${visit.customerLastName}`.trim();
    const misplaced = playgroupId !== NOWHERE && !fitting.includes(playgroupId);
    return [{ key: `${appointmentId} ${petId}`, petId, petName, breed, client, visit, playgroupId, misplaced, fitting, warnings }];
  });
}

/** First those in no group, then the groups in their order. Who went home is in none of them. */
export function columnsOf(groups: readonly Playgroup[], players: readonly Player[]): Column[] {
  const there = players.filter((one) => !isGone(one)).toSorted(byTurn);
  const inGroup = (id: string) => there.filter((one) => one.playgroupId === id);
  return [
    { id: NOWHERE, group: undefined, players: inGroup(NOWHERE) },
    ...groups.map((group) => ({ id: group.playgroupId, group, players: inGroup(group.playgroupId) })),
  ];
}

/** Those that a few typed letters mean: each word begins a name of the pet or its client. A scanned code means one pet. */
export function found(players: readonly Player[], text: string): Player[] {
  const scanned = petOfCode(text);
  if (scanned !== undefined) return players.filter(({ petId }) => petId === scanned);
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return players.filter(({ petName, client }) => {
    const names = `${petName} ${client}`.toLowerCase().split(/\s+/);
    return words.every((word) => names.some((name) => name.startsWith(word)));
  });
}
