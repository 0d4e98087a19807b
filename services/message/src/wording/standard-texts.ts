import { AutoMessageUseCase as UseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";

export type Template = { serviceItemTypes: string[]; emailSubject: string; emailBody: string; smsBody: string; appBody: string };

/** Greets in a mail and a text, and not in the thread, which is one. */
export function standardText(emailSubject: string, body: string): Template {
  return {
    serviceItemTypes: [],
    emailSubject,
    emailBody: `Hi {customerName},\n\n${body}\n\n{businessName}`,
    smsBody: `{businessName}: Hi {customerName}, ${body}`,
    appBody: body,
  };
}

const WHEN = "{appointmentDate} at {appointmentTime}";
/** What goes out where a business has written nothing of its own. */
export const DEFAULT_TEXTS: Record<number, Template> = {
  [UseCase.BOOKED]: standardText(
    "You are booked for {appointmentDate}",
    `your appointment for {petName} ({serviceName}) is booked for ${WHEN}. See or change it: {appointmentLink}`,
  ),
  [UseCase.RESCHEDULED]: standardText(
    "Your appointment has moved to {appointmentDate}",
    `{petName}'s appointment has moved from {previousTime} to ${WHEN}. See or change it: {appointmentLink}`,
  ),
  [UseCase.CANCELLED]: standardText(
    "Your appointment on {appointmentDate} is canceled",
    `{petName}'s appointment on ${WHEN} is canceled. Call us at {businessPhone} to book another time: {appointmentLink}`,
  ),
  [UseCase.RESTORED]: standardText(
    "Your appointment on {appointmentDate} is on again",
    `{petName}'s appointment on ${WHEN} is on again: please disregard that it was canceled. See or change it: {appointmentLink}`,
  ),
  [UseCase.READY_FOR_PICKUP]: standardText("{petName}: ready for pick-up", "{petName}: all done and ready for pick-up. {appointmentLink}"),
  [UseCase.FIRST_REMINDER]: standardText(
    "Please confirm {petName}'s appointment",
    `your appointment for {petName} ({serviceName}) is on ${WHEN}. Reply Y to confirm or N to cancel, or change it: {appointmentLink}`,
  ),
  [UseCase.SECOND_REMINDER]: standardText(
    "Reminder: {petName}'s appointment on {appointmentDate}",
    `a reminder of {petName}'s appointment on ${WHEN}. Reply Y to confirm or N to cancel, or change it: {appointmentLink}`,
  ),
  [UseCase.FOLLOW_UP]: standardText(
    "Thank you for your visit",
    "thank you for bringing {petName} in. How is everything? Your appointments: {upcomingLink}",
  ),
  [UseCase.REQUEST_SUBMITTED]: standardText("We got your booking request", `we got your request for ${WHEN} and will confirm it soon.`),
  [UseCase.REQUEST_ACCEPTED]: standardText("Your booking is confirmed", `your booking for ${WHEN} is confirmed. See you then!`),
  [UseCase.REQUEST_DECLINED]: standardText(
    "About your booking request",
    `we are sorry, we cannot take your booking for ${WHEN}. Call us at {businessPhone} to find another time.`,
  ),
  [UseCase.REQUEST_WAITLISTED]: standardText(
    "You are on our waitlist",
    `we moved your request for ${WHEN} to our waitlist. We will tell you when we have a time for you.`,
  ),
  [UseCase.WAITLIST_JOINED]: standardText(
    "You are on our waitlist",
    "you are on our waitlist for {petName} ({serviceName}). We will contact you when a time opens up.",
  ),
  [UseCase.REQUEST_PREPAYMENT_RELEASED]: standardText(
    "Your prepayment went back to your card",
    `we have not answered your request for ${WHEN} yet, so the money held for it went back to your card. Call us at {businessPhone} if you still want to come.`,
  ),
  [UseCase.WALK_REPORT]: standardText(
    "{petName}: how the walk was",
    "here is how the walk with {petName} went, with photos: {appointmentLink}",
  ),
};

/** A reminder by mail is answered in the business's own mail program, which we do not read: so the mail has the link instead of Y and N. */
export const BY_MAIL: Partial<Record<UseCase, string>> = {
  [UseCase.FIRST_REMINDER]: `Hi {customerName},\n\nYour appointment for {petName} ({serviceName}) is on ${WHEN}. Confirm, move or cancel it here: {appointmentLink}\n\n{businessName}`,
  [UseCase.SECOND_REMINDER]: `Hi {customerName},\n\nThis is a reminder of {petName}'s appointment on ${WHEN}. Confirm, move or cancel it here: {appointmentLink}\n\n{businessName}`,
};

/** The words about a class, unless the business has its own for the care type. */
export const CLASS_TEXTS = {
  sessionCanceled: standardText("{serviceName} on {appointmentDate} is canceled", `{serviceName} for {petName} on ${WHEN} is canceled.`),
  sessionMoved: standardText(
    "{serviceName} has moved to {appointmentDate}",
    `{serviceName} for {petName} has moved from {previousTime} to ${WHEN}.`,
  ),
  classCanceled: standardText(
    "{serviceName} is canceled",
    "{serviceName} for {petName} is canceled. Questions? Call us at {businessPhone}.",
  ),
  sessionRestored: standardText(
    "{serviceName} on {appointmentDate} is on again",
    `{serviceName} for {petName} on ${WHEN} is on again: please disregard that it was canceled.`,
  ),
  classRestored: standardText(
    "{serviceName} is on again",
    `{serviceName} for {petName} is on again: please disregard that it was canceled. Next session: ${WHEN}.`,
  ),
  place: standardText("{petName} has a place in {serviceName}", `a place is free: {petName} is in {serviceName}. Next session: ${WHEN}.`),
  enrolled: standardText("{petName} has a place in {serviceName}", `{petName} is in {serviceName}. Next session: ${WHEN}.`),
  left: standardText(
    "{petName} is out of {serviceName}",
    "{petName} is no longer in {serviceName}. Questions? Call us at {businessPhone}.",
  ),
  back: standardText(
    "{petName} is in {serviceName} as before",
    `{petName} is in {serviceName} as before: please disregard that we said otherwise. Next session: ${WHEN}.`,
  ),
  waitlisted: standardText("{petName} on the waitlist for {serviceName}", "{serviceName} is full for now: {petName} is on its waitlist."),
};
