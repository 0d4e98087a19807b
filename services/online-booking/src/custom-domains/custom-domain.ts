import {
  type CustomDomainPointing as Pointing,
  CustomDomainProof as Proof,
  CustomDomainState as State,
} from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { domainOf } from "@leashline/proto/rules/custom-domain.ts";

const DAY_MS = 86_400_000;
/** While a domain is not live DNS is asked once a day, for so long after somebody asked for it last. */
export const FOLLOWED_MS = 30 * DAY_MS;
/** So long the proof of a live domain may be missing before its page is no longer shown there. */
export const BREAKS_AFTER_MS = 3 * DAY_MS;
const UNANSWERED_AGAIN_MS = 3_600_000;

/** What DNS says of a domain. */
export type Found = { proof: Proof; pointing: Pointing; pointsTo: string };
/** How a domain stands, as far as what DNS says changes it. */
export type Standing = {
  state: State;
  moved: boolean;
  missingSince: Date | null;
  followedUntil: Date | null;
};

/** Which endings are everybody's is a long list: it is loaded when somebody sets a domain. */
const registeredPart = async (domain: string): Promise<string | null> => (await import("./public-endings.ts")).getDomain(domain);

/** The registered domain itself, at which DNS allows no CNAME record. */
export const isApex = async (domain: string): Promise<boolean> => (await registeredPart(domain)) === domain;

/** The name in DNS of what a business typed; or what is wrong with it, in words. `own`: the hosts that this installation answers for. */
export async function ownDomain(typed: string, own: readonly string[]): Promise<ReturnType<typeof domainOf>> {
  const read = domainOf(typed);
  if (!read.domain) return read;
  const { domain } = read;
  if ((await registeredPart(domain)) === null) return { problem: "belongs to everybody: it needs the name of your business in front" };
  if (own.some((host) => domain === host || domain.endsWith(`.${host}`))) return { problem: "is an address of Leashline itself" };
  return read;
}

/** A proof makes a domain live; one that was lost to another business only where somebody asks for it. */
export const goesLive = ({ state, moved }: Standing, { proof }: Found, isAskedFor: boolean): boolean =>
  proof === Proof.FOUND && state !== State.LIVE && (isAskedFor || !moved);

/** How a domain stands once DNS has said this. Silence changes nothing. */
export function standingAfter(row: Standing, found: Found, { now, isAskedFor }: { now: Date; isAskedFor: boolean }): Standing {
  const { state, moved, missingSince: gone, followedUntil: until } = row;
  const before: Standing = { state, moved, missingSince: gone, followedUntil: until };
  const followedUntil = isAskedFor ? new Date(now.getTime() + FOLLOWED_MS) : before.followedUntil;
  if (found.proof === Proof.UNANSWERED) return { ...before, followedUntil };
  if (found.proof === Proof.FOUND) {
    const isLive = before.state === State.LIVE || goesLive(before, found, isAskedFor);
    return isLive ? { state: State.LIVE, moved: false, missingSince: null, followedUntil } : { ...before, followedUntil };
  }
  if (before.state !== State.LIVE) return { ...before, followedUntil };
  const missingSince = before.missingSince ?? now;
  if (now.getTime() - missingSince.getTime() < BREAKS_AFTER_MS) return { ...before, missingSince, followedUntil };
  return { state: State.BROKEN, moved: false, missingSince, followedUntil: new Date(now.getTime() + FOLLOWED_MS) };
}

/** When DNS is asked next without anybody's asking; null: it is not. */
export function nextCheck({ state, moved, followedUntil }: Standing, { proof }: Pick<Found, "proof">, now: Date): Date | null {
  const next = new Date(now.getTime() + (proof === Proof.UNANSWERED ? UNANSWERED_AGAIN_MS : DAY_MS));
  if (state === State.LIVE) return next;
  return state !== State.UNSPECIFIED && !moved && followedUntil !== null && next <= followedUntil ? next : null;
}
