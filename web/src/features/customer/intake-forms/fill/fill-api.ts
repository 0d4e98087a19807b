import { type IntakePage, IntakePageService } from "@leashline/proto/leashline/customer/v1/intake_page_service_pb.js";
import type { Answers, Given } from "@leashline/proto/rules/intake-answers.ts";
import { clientFor } from "../../../../app/calls/transport.ts";
import { fieldErrors, messageOf } from "../../../../ui/feedback/call-errors.ts";
import { keepDevice, readDevice } from "./kept.ts";

// Fetched after the page stands there: the call library is heavier than all of the form.
const api = clientFor(IntakePageService);

export type Opened = { page: IntakePage; error?: undefined } | { page?: undefined; error: string };

export async function openPage(formId: string, ticket: string): Promise<Opened> {
  try {
    const { page } = await api.getIntakePage({ formId, ticket, device: readDevice() });
    if (page) keepDevice(page.device);
    return page ? { page } : { error: "This form could not be opened." };
  } catch (error) {
    return { error: messageOf(error) };
  }
}

export const onWire = (given: Given) =>
  Object.entries(given)
    .filter(([, values]) => values.some((value) => value.trim() !== ""))
    .map(([questionKey, values]) => ({ questionKey, values }));

export const answersFromWire = (list: readonly { questionKey: string; values: string[] }[]): Given =>
  Object.fromEntries(list.map(({ questionKey, values }) => [questionKey, values]));

export type Sent = { faults: Record<string, string>; error: string };

/** What went wrong; nothing when it was sent. */
export async function send(formId: string, ticket: string, { owner, pets }: Answers, website: string): Promise<Sent | null> {
  try {
    await api.submitIntakeForm({
      formId,
      ticket,
      owner: onWire(owner),
      pets: pets.map((pet) => ({ answers: onWire(pet) })),
      website,
      device: readDevice(),
    });
    return null;
  } catch (error) {
    return { faults: fieldErrors(error), error: messageOf(error) };
  }
}
