import { type IntakeDraftChoice, IntakeDraftService } from "@leashline/proto/leashline/customer/v1/intake_draft_service_pb.js";
import type { Answers } from "@leashline/proto/rules/intake-answers.ts";
import { clientFor } from "../../../../app/calls/transport.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { answersFromWire, onWire } from "./fill-api.ts";
import type { Kept } from "./kept.ts";

const api = clientFor(IntakeDraftService);

/** Whether it is kept: without a number, or without a network, it stays on this device alone. */
export async function keepDraft(formId: string, ticket: string, { owner, pets }: Answers): Promise<boolean> {
  const answers = { owner: onWire(owner), pets: pets.map((pet) => ({ answers: onWire(pet) })) };
  return await api.keepIntakeDraft({ formId, ticket, ...answers }).then(
    ({ kept }) => kept,
    () => false,
  );
}

export type Answer<T> = T | { error: string };

export async function sendCode(formId: string, phoneNumber: string): Promise<Answer<{ codeToken: string }>> {
  try {
    const { codeToken } = await api.sendIntakeDraftCode({ formId, phoneNumber });
    return { codeToken };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

/** Of several that were begun, what there is to choose from. */
export async function openDraft(
  formId: string,
  { codeToken, code, choice = "" }: { codeToken: string; code: string; choice?: string },
): Promise<Answer<Kept | { choices: IntakeDraftChoice[] }>> {
  try {
    const { ticket, owner, pets, choices } = await api.openIntakeDraft({ formId, codeToken, code, choice });
    if (choices.length > 0) return { choices };
    const list = pets.length > 0 ? pets.map(({ answers }) => answersFromWire(answers)) : [{}];
    return { ticket, answers: { owner: answersFromWire(owner), pets: list } };
  } catch (error) {
    return { error: messageOf(error) };
  }
}
