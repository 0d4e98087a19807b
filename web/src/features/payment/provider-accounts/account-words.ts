import type { ProviderAccount, ProviderRequirements } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { ProviderAccountStatus as Status } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";
import { PRODUCT } from "../../../ui/page/title.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

/** How far an account has come, as a person reads it. */
export const standing: Record<Status, { label: string; tone: ToneName }> = {
  [Status.INITIAL]: { label: "Not set up", tone: "plain" },
  [Status.PENDING]: { label: "Pending", tone: "info" },
  [Status.ENABLED]: { label: "Enabled ✓", tone: "ok" },
  [Status.RESTRICTED]: { label: "Restricted", tone: "bad" },
  [Status.RESTRICTED_SOON]: { label: "Restricted soon", tone: "warn" },
  [Status.COMPLETED]: { label: "Completed", tone: "ok" },
};

// The provider's own names of what is missing; the first that fits counts.
const names: readonly [RegExp, string][] = [
  [/address/, "Address"],
  [/verification|document/, "ID verification"],
  [/tos_acceptance/, "Terms of service acceptance"],
  [/owners_provided|ownership|directors_provided|executives_provided/, "Ownership declaration"],
  [/tax_id/, "Tax ID"],
  [/\.dob\b/, "Date of birth"],
  [/phone/, "Phone"],
  [/first_name|last_name/, "First and last name"],
  [/^company\.name|business_profile\.name/, "Company name"],
  [/ssn/, "SSN"],
  [/id_number/, "ID number"],
  [/email/, "Email"],
  [/external_account/, "Bank account"],
  [/\.url$/, "Website"],
];

const inWords = (item: string): string => {
  const text = (item.split(".").at(-1) ?? item).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** What the provider calls "individual.dob.day" is a date of birth. */
export const nameOf = (item: string): string => names.find(([is]) => is.test(item))?.[1] ?? inWords(item);

/** Everything that is missing now, each once, with what was wrong about it where the provider says so. */
export function missingOf({ currentlyDue, pastDue, errors }: Pick<ProviderRequirements, "currentlyDue" | "pastDue" | "errors">): string[] {
  const reasons = new Map(errors.map(({ requirement, reason }) => [nameOf(requirement), reason]));
  const missing = new Set([...pastDue, ...currentlyDue, ...errors.map(({ requirement }) => requirement)].map(nameOf));
  return [...missing].map((name) => (reasons.get(name) ? `${name}: ${reasons.get(name)}` : name));
}

export type Restriction = { text: string; lines: string[] };

/** What an account that is not complete still needs. Nothing for one that is. */
export function restrictionOf(
  { status, requirements }: Pick<ProviderAccount, "status" | "requirements">,
  deadline: string,
): Restriction | undefined {
  if (status === Status.ENABLED)
    return { text: "Please submit the additional information needed by clicking on the button below.", lines: [] };
  if (status !== Status.RESTRICTED && status !== Status.RESTRICTED_SOON) return undefined;
  const lines = requirements ? missingOf(requirements) : [];
  if (lines.length === 0)
    return {
      text: `We are still missing something from you, please click on the button below to finish setting up your ${PRODUCT} Pay account.`,
      lines,
    };
  const by = status === Status.RESTRICTED_SOON && deadline ? `, please provide by ${deadline}` : "";
  return { text: `The following information is missing or invalid${by}`, lines };
}
