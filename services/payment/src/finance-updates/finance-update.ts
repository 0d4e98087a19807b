import { ProviderAccountStatus } from "@leashline/proto/leashline/payment/v1/provider_account_service_pb.js";

/** What there is of a kind, and a mark that is another one as soon as something new is among it. */
export type Found = { count: number; mark: string };
export type Notable = { kind: "account" | "disputes" | "payouts" | "offers"; count: number; mark: string };

const { RESTRICTED, RESTRICTED_SOON } = ProviderAccountStatus;

export function notableOf(
  status: ProviderAccountStatus,
  { disputes, payouts, offers }: Record<"disputes" | "payouts" | "offers", Found>,
): Notable[] {
  const account = { count: status === RESTRICTED || status === RESTRICTED_SOON ? 1 : 0, mark: String(status) };
  const all: Notable[] = [
    { kind: "account", ...account },
    { kind: "disputes", ...disputes },
    { kind: "payouts", ...payouts },
    { kind: "offers", ...offers },
  ];
  return all.filter(({ count }) => count > 0);
}

export const markOf = (updates: readonly Notable[]): string => updates.map(({ kind, mark }) => `${kind}:${mark}`).join(" ");

type Viewer = { country: string; employeeCategory: number };
const owner = 1;

/** The red dot is for owners in the United States, until they dismiss what it is for. */
export const hasRedDot = ({ country, employeeCategory }: Viewer, updates: readonly Notable[], dismissed: string): boolean =>
  updates.length > 0 && country === "US" && employeeCategory === owner && markOf(updates) !== dismissed;
