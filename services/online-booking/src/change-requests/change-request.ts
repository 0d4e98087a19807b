import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { ChangeRequestState, ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import type { Selectable } from "kysely";
import type { DB } from "../db.gen.ts";

export type State = "waiting" | "accepting" | "accepted" | "declined" | "settled";
export type ChangeRow = Omit<Selectable<DB["changeRequest"]>, "state" | "wish"> & { readonly state: State; readonly wish: ChangeWish };

export const ENTITY = "change_request";

/** Whoever asks, answers or settles waits here for the others. */
export const changeLock = (appointmentId: string): string => `change-request:${appointmentId}`;

/** The client of an appointment, as it names them. */
export const nameOn = ({ customerFirstName, customerLastName }: { customerFirstName: string; customerLastName: string }): string =>
  `${customerFirstName} ${customerLastName}`.trim();

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

type Told = {
  wish: ChangeWish;
  accepted: boolean;
  firstName: string;
  businessName: string;
  /** As the appointment stands now, and as it stood when they asked, where that is known. */
  when: string;
  asked?: string;
  pets: string;
  message: string;
};

/** What the client reads of the answer: of a yes the words of staff and where it was moved, of a no what was not done. */
export function answerWords(told: Told): { subject: string; text: string } {
  const { firstName, businessName, message } = told;
  const said = told.accepted ? yesTo(told) : noTo(told);
  return {
    subject: `Your appointment at ${businessName}`,
    text: [`Hi ${firstName},`, said, message, businessName].filter(Boolean).join("\n\n"),
  };
}

function yesTo({ wish, when, asked, pets }: Told): string {
  if (wish === ChangeWish.CANCEL) return `About your wish to cancel the appointment on ${when} (${pets}):`;
  return `About your wish to move the appointment${asked ? ` on ${asked}` : ""} (${pets}): it is now on ${when}.`;
}

const noTo = ({ wish, when, pets }: Told): string =>
  `We cannot ${wish === ChangeWish.CANCEL ? "cancel" : "move"} the appointment on ${when} (${pets}) as you asked. It stands as it is.`;
