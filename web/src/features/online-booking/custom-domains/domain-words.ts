import {
  type CustomDomain,
  CustomDomainPointing as Pointing,
  CustomDomainProof as Proof,
  CustomDomainState as State,
} from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { domainOf } from "@leashline/proto/rules/custom-domain.ts";
import type { ToneName } from "../../../ui/theme/theme-types.ts";

type Standing = { tone: ToneName; words: string; more: string };

/** How the domain stands, in a word, and what to do next, in sentences. */
export function standingOf({ state, written, moved, proof, liveElsewhere, breakTime }: CustomDomain): Standing {
  if (state === State.UNSPECIFIED) return { tone: "plain", words: "Not set", more: "" };
  if (state === State.LIVE && breakTime)
    return {
      tone: "warn",
      words: "Live",
      more: "The TXT record is gone. Make it again, or your booking page will stop showing under this domain three days after we first missed it.",
    };
  if (state === State.LIVE) return { tone: "ok", words: "Live", more: `Clients can book at ${written}. Keep both records.` };
  if (moved)
    return {
      tone: "warn",
      words: "Not working",
      more: "Another booking page has proved that it owns this domain, so the domain shows that page now. If the domain is yours, make the TXT record below and press Check now.",
    };
  if (state === State.BROKEN)
    return {
      tone: "warn",
      words: "Not working",
      more: "The TXT record was missing for three days, so the domain no longer shows your booking page. Make the record again and press Check now.",
    };
  const elsewhere = liveElsewhere ? " The domain shows another booking page now. It moves to yours once we see the TXT record." : "";
  const silent = proof === Proof.UNANSWERED ? " Your domain’s DNS did not answer. We ask again within the hour." : "";
  return {
    tone: "info",
    words: "Waiting for DNS",
    more: `Make the two records below where you manage your domain, then press Check now. New records can take up to a day to be seen.${elsewhere}${silent}`,
  };
}

type Finding = { isGood: boolean; text: string };

/** What was seen of the TXT record. */
export const proofText: Record<Proof, Finding> = {
  [Proof.UNSPECIFIED]: { isGood: false, text: "Not checked yet" },
  [Proof.FOUND]: { isGood: true, text: "We see this record" },
  [Proof.MISSING]: { isGood: false, text: "We don’t see this record yet" },
  [Proof.OTHER]: { isGood: false, text: "There is a TXT record with this name, but its value is different" },
  [Proof.UNANSWERED]: { isGood: false, text: "Your domain’s DNS did not answer" },
};

/** What was seen of where the domain leads. */
export const pointingText = ({ pointing, pointsTo }: CustomDomain): Finding =>
  ({
    [Pointing.UNSPECIFIED]: { isGood: false, text: "Not checked yet" },
    [Pointing.HERE]: { isGood: true, text: "Your domain leads here" },
    [Pointing.NOWHERE]: { isGood: false, text: "Your domain leads nowhere yet" },
    [Pointing.ELSEWHERE]: {
      isGood: false,
      text: `Your domain leads to ${pointsTo}. Change that, unless it is a service of yours that passes visitors on to us.`,
    },
    [Pointing.UNANSWERED]: { isGood: false, text: "Your domain’s DNS did not answer" },
  })[pointing];

const proofFound: Record<Proof, string> = {
  [Proof.UNSPECIFIED]: "",
  [Proof.FOUND]: "the TXT record is there",
  [Proof.MISSING]: "the TXT record is not there yet",
  [Proof.OTHER]: "the TXT record has a different value",
  [Proof.UNANSWERED]: "your domain’s DNS did not answer",
};

/** What a check that was asked for has found, said also where nothing has changed. */
export function foundText({ proof, pointing, pointsTo, breakTime }: CustomDomain): string {
  const leads: Record<Pointing, string> = {
    [Pointing.UNSPECIFIED]: "",
    [Pointing.HERE]: "your domain leads here",
    [Pointing.NOWHERE]: "your domain leads nowhere yet",
    [Pointing.ELSEWHERE]: `your domain leads to ${pointsTo}`,
    [Pointing.UNANSWERED]: proof === Proof.UNANSWERED ? "" : "we could not see where your domain leads",
  };
  const record = breakTime && proof === Proof.MISSING ? "the TXT record is gone" : proofFound[proof];
  return `Checked just now: ${[record, leads[pointing]].filter(Boolean).join("; ") || "nothing was seen yet"}.`;
}

/** What was typed or pasted, without what a browser puts around a domain. */
export const typedDomain = (text: string): string =>
  text
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "");

/** What is wrong with a domain, in words. */
export const domainProblem = (text: string): string | undefined => {
  const { problem } = domainOf(typedDomain(text));
  return problem && `The domain ${problem}.`;
};
