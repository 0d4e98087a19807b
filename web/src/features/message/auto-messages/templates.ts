import type { AutoMessage } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";

/** One wording of a message, as the form has it: for the care types it names, or for every visit. */
export type Wording = { careTypes: string[]; smsBody: string; emailSubject: string; emailBody: string; appBody: string };

export const MOST_WORDINGS = 20;
export const noWords = (careTypes: string[] = []): Wording => ({ careTypes, smsBody: "", emailSubject: "", emailBody: "", appBody: "" });

type Standard = AutoMessage["standard"];
const SHOWN = ["smsBody", "emailSubject", "emailBody"] as const;

/** Where nothing is written, the standard words stand: they are what goes out. */
const filled = (wording: Wording, standard: Standard): Wording => {
  const words = SHOWN.map((name) => [name, wording[name].trim() === "" ? (standard?.[name] ?? "") : wording[name]]);
  return { ...wording, ...Object.fromEntries(words) };
};

/** What says the same as the standard words is not kept as a business's own, and follows them when they change. */
const ownWords = (wording: Wording, standard: Standard): Wording => {
  const words = SHOWN.map((name) => [name, wording[name].trim() === (standard?.[name] ?? "").trim() ? "" : wording[name]]);
  return { ...wording, ...Object.fromEntries(words) };
};

/** The wording for every visit stands first; those for care types follow in their order. All are filled in as they go out. */
export const wordingsOf = ({ templates, standard }: Pick<AutoMessage, "templates" | "standard">): Wording[] => {
  const all = templates.map(({ serviceItemTypes, smsBody, emailSubject, emailBody, appBody }) =>
    filled({ careTypes: [...serviceItemTypes], smsBody, emailSubject, emailBody, appBody }, standard),
  );
  const general = all.find((one) => one.careTypes.length === 0) ?? filled(noWords(), standard);
  return [general, ...all.filter((one) => one !== general && one.careTypes.length > 0)];
};

const hasWords = ({ smsBody, emailSubject, emailBody, appBody }: Wording): boolean =>
  [smsBody, emailSubject, emailBody, appBody].some((text) => text.trim() !== "");

/** What is stored: without words of its own, the wording for every visit is the standard one and needs no entry. */
export const templatesFrom = (wordings: Wording[], standard: Standard) => {
  const [general, ...others] = wordings.map((one) => ownWords(one, standard));
  // Beside others it keeps its place, so that what is refused of one of them is said beside it.
  const keeps = general && (others.length > 0 || hasWords(general));
  return [...(keeps ? [general] : []), ...others].map(({ careTypes, ...words }) => ({
    serviceItemTypes: careTypes,
    ...words,
  }));
};

/** Why a wording for care types would never go out, or undefined. */
export const wordingProblem = (wordings: readonly Wording[], at: number): string | undefined => {
  const { careTypes = [] } = wordings[at] ?? {};
  if (careTypes.length === 0) return "Choose the care types this wording is for";
  const taken = new Set(wordings.slice(1, at).flatMap((one) => one.careTypes));
  return careTypes.every((one) => taken.has(one)) ? "These care types already have their own wording" : undefined;
};
