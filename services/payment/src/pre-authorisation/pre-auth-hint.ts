import { PreAuthHint } from "@leashline/proto/leashline/payment/v1/pre_auth_hint_service_pb.js";

/** What is counted: each hint by its name, and that held money was captured. */
export type Counted = "used" | Exclude<keyof typeof PreAuthHint, "UNSPECIFIED">;
export type Counts = ReadonlyMap<Counted, number>;

export const mostCounted = 10;

const timesShown: Partial<Record<Counted, number>> = { COF_SUCCEED: 3 };
const always: readonly Counted[] = ["NON_PROVIDER_CHARGE_NO_SHOW_FEE", "NON_PROVIDER_COF_FAILED"];

export const nameOf = (hint: PreAuthHint): Counted => PreAuthHint[hint] as Counted;

/** Which hints a member of staff is still to be shown; none to whoever is no staff ("0"). */
export function shownHints(staffId: string, counts: Counts): PreAuthHint[] {
  if (staffId === "0") return [];
  const times = (what: Counted): number => counts.get(what) ?? 0;
  return Object.entries(PreAuthHint).flatMap(([key, hint]) => {
    const name = key as Counted;
    if (typeof hint !== "number" || hint === PreAuthHint.UNSPECIFIED) return [];
    const isNew = times("used") < 1 && times(name) < (timesShown[name] ?? 1);
    return isNew || always.includes(name) ? [hint] : [];
  });
}
