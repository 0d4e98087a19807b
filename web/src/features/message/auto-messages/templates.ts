import type { AutoMessage } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";

/** One wording of a message, as the form has it: for the care types it names, or for every visit. */
export type Wording = { careTypes: string[]; smsBody: string; emailSubject: string; emailBody: string; appBody: string };

export const MOST_WORDINGS = 20;
export const noWords = (careTypes: string[] = []): Wording => ({ careTypes, smsBody: "", emailSubject: "", emailBody: "", appBody: "" });

/** The wording for every visit stands first, empty while there is none; those for care types follow in their order. */
export const wordingsOf = (templates: AutoMessage["templates"]): Wording[] => {
  const all = templates.map(({ serviceItemTypes, smsBody, emailSubject, emailBody, appBody }) => ({
    careTypes: [...serviceItemTypes],
    smsBody,
    emailSubject,
    emailBody,
    appBody,
  }));
  const general = all.find((one) => one.careTypes.length === 0) ?? noWords();
  return [general, ...all.filter((one) => one !== general && one.careTypes.length > 0)];
};

const hasWords = ({ smsBody, emailSubject, emailBody, appBody }: Wording): boolean =>
  [smsBody, emailSubject, emailBody, appBody].some((text) => text.trim() !== "");

/** What is stored: without words of its own, the wording for every visit is the standard one and needs no entry. */
export const templatesFrom = ([general, ...others]: Wording[]) =>
  [...(general && hasWords(general) ? [general] : []), ...others].map(({ careTypes, ...words }) => ({
    serviceItemTypes: careTypes,
    ...words,
  }));

/** Why a wording for care types would never go out, or undefined. */
export const wordingProblem = (wordings: readonly Wording[], at: number): string | undefined => {
  const { careTypes = [] } = wordings[at] ?? {};
  if (careTypes.length === 0) return "Choose the care types this wording is for";
  const taken = new Set(wordings.slice(1, at).flatMap((one) => one.careTypes));
  return careTypes.every((one) => taken.has(one)) ? "These care types already have their own wording" : undefined;
};
