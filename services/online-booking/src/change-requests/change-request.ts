import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ChangeRequestState, ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { Selectable } from "kysely";
import type { DB } from "../db.gen.ts";

export type State = "waiting" | "accepting" | "accepted" | "declined" | "settled";
export type ChangeRow = Omit<Selectable<DB["changeRequest"]>, "state" | "wish"> & { readonly state: State; readonly wish: ChangeWish };

export const ENTITY = "change_request";

/** Whoever asks, answers or settles waits here for the others. */
export const changeLock = (appointmentId: string): string => `change-request:${appointmentId}`;

/** One that is being accepted waits for whoever looks from outside. */
export const states: Record<State, ChangeRequestState> = {
  waiting: ChangeRequestState.WAITING,
  accepting: ChangeRequestState.WAITING,
  accepted: ChangeRequestState.ACCEPTED,
  declined: ChangeRequestState.DECLINED,
  settled: ChangeRequestState.SETTLED,
};

const open = [AppointmentStatus.UNCONFIRMED, AppointmentStatus.CONFIRMED];

/** Whether what happened to the appointment leaves nothing to answer: it is over with, or where the client wished it elsewhere it was moved. */
export const isSettledBy = (wish: ChangeWish, { status, rescheduled }: { status: AppointmentStatus; rescheduled: boolean }): boolean =>
  !open.includes(status) || (rescheduled && wish === ChangeWish.MOVE);

type Told = { wish: ChangeWish; accepted: boolean; firstName: string; businessName: string; when: string; pets: string; message: string };

/** What the client reads of the answer: of a yes the words of staff, of a no also what was not done. */
export function answerWords({ wish, accepted, firstName, businessName, when, pets, message }: Told): { subject: string; text: string } {
  const verb = wish === ChangeWish.CANCEL ? "cancel" : "move";
  const about = `the appointment on ${when} (${pets})`;
  const said = accepted ? `About your wish to ${verb} ${about}:` : `We cannot ${verb} ${about} as you asked. It stands as it is.`;
  return {
    subject: `Your appointment at ${businessName}`,
    text: [`Hi ${firstName},`, said, message, businessName].filter(Boolean).join("\n\n"),
  };
}
