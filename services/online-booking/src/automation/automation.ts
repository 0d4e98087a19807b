import { careWords } from "../settings/accepted.ts";

/** When a request for one care type is accepted without anybody; the numbers are those of the contract. */
export type Rule = {
  careType: string;
  isEnable: boolean;
  acceptClientType: number;
  profileUpdateCondition: number;
  vaccineStatusCondition: number;
};

const EXISTING = 2;
const NEW = 3;
const UNCHANGED = 2;
const UP_TO_DATE = 2;

export type Facts = {
  careTypes: readonly string[];
  isKnown: boolean;
  /** What reads otherwise on file, in words. */
  changes: readonly string[];
  /** By care type: which pet lacks which vaccine, in words. */
  lacking: ReadonlyMap<string, readonly string[]>;
};
export type Verdict = { accept: boolean; because: string };

const order = Object.keys(careWords);

/** In the order of the care types, whatever order they came in. */
export const inOrder = (rules: readonly Rule[]): Rule[] => [...rules].sort((a, b) => order.indexOf(a.careType) - order.indexOf(b.careType));

const isOpen = (rule: Rule): boolean =>
  rule.isEnable &&
  ![EXISTING, NEW].includes(rule.acceptClientType) &&
  rule.profileUpdateCondition !== UNCHANGED &&
  rule.vaccineStatusCondition !== UP_TO_DATE;

/** Whether whoever asks can be sure that nobody has to look at it. */
export const acceptsAll = (rules: readonly Rule[]): boolean => rules.every(isOpen);

/** What has to be looked up before it can be said. */
export const needsOf = (rules: readonly Rule[], careTypes: readonly string[]) => {
  const own = rules.filter(({ careType, isEnable }) => isEnable && careTypes.includes(careType));
  return {
    profile: own.some(({ profileUpdateCondition }) => profileUpdateCondition === UNCHANGED),
    vaccines: own.filter(({ vaccineStatusCondition }) => vaccineStatusCondition === UP_TO_DATE).map(({ careType }) => careType),
  };
};

/** A request for several care types is accepted where the rules of all of them say so. */
export function verdictOf(rules: readonly Rule[], facts: Facts): Verdict {
  const own = rules.filter(({ careType }) => facts.careTypes.includes(careType));
  for (const rule of own) {
    const no = refusedBy(rule, facts);
    if (no) return { accept: false, because: `Not accepted automatically: ${no}.` };
  }
  const met = [...new Set(own.flatMap((rule) => metBy(rule)))];
  const asked = facts.careTypes.map((one) => careWords[one] ?? one).join(" and ");
  return { accept: true, because: `Accepted automatically: ${[asked ? `${asked} is accepted` : "it fits", ...met].join(", ")}.` };
}

function refusedBy(rule: Rule, { isKnown, changes, lacking }: Facts): string | undefined {
  const lacks = lacking.get(rule.careType) ?? [];
  if (!rule.isEnable) return `${careWords[rule.careType]} waits for you`;
  if (rule.acceptClientType === EXISTING && !isKnown) return "a new client";
  if (rule.acceptClientType === NEW && isKnown) return "not a new client";
  if (rule.profileUpdateCondition === UNCHANGED && isKnown && changes.length > 0) return changes.join(", ");
  if (rule.vaccineStatusCondition === UP_TO_DATE && lacks.length > 0) return lacks.join(", ");
  return undefined;
}

const metBy = (rule: Rule): string[] => [
  ...(rule.acceptClientType === EXISTING ? ["a client you know"] : []),
  ...(rule.acceptClientType === NEW ? ["a new client"] : []),
  ...(rule.profileUpdateCondition === UNCHANGED ? ["nothing on file is different"] : []),
  ...(rule.vaccineStatusCondition === UP_TO_DATE ? ["vaccines are up to date"] : []),
];
