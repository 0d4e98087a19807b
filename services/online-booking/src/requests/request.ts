import type { Selectable } from "kysely";
import type { DB } from "../db.ts";

export type RequestState = "submitted" | "accepting" | "accepted" | "declined";
export type RequestRow = Selectable<DB["booking_request"]>;

export type Person = { firstName: string; lastName: string; phoneNumber: string; email: string };
export type AskedPet = {
  petName: string;
  petType: string;
  breed: string;
  weight: number;
  notes: string;
  /** The care type is not there in a request that was stored before it was kept. */
  services: { serviceId: string; name: string; careType?: string; minor: string; duration: number }[];
};

/** The care types asked for, each once, in the order of the services. */
export const careTypesOf = (pets: readonly AskedPet[]): string[] => [
  ...new Set(pets.flatMap((pet) => pet.services.flatMap(({ careType }) => careType || []))),
];

/** The legal moves; everything else is refused. */
export const moves = {
  // Accepting what is accepted answers with it.
  beginAccept: { from: ["submitted", "accepting", "accepted"], to: "accepting" },
  giveUpAccept: { from: ["accepting"], to: "submitted" },
  finishAccept: { from: ["accepting"], to: "accepted" },
  decline: { from: ["submitted"], to: "declined" },
} as const satisfies Record<string, { from: readonly RequestState[]; to: RequestState }>;

export type Move = keyof typeof moves;
export const can = (move: Move, state: string): boolean => (moves[move].from as readonly string[]).includes(state);

/** What a pet parent sees; the steps in between are still "submitted" to them. */
export const statusOf = (row: RequestRow) => ({
  status: row.state === "accepted" || row.state === "declined" ? row.state : "submitted",
  date: row.date,
  startTime: row.start_time,
  endTime: row.end_time,
  staffName: row.staff_name,
  summary: row.summary,
  declineReason: row.decline_reason,
});
