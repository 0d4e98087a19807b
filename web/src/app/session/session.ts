import { useRef } from "react";
import { create } from "zustand";
import { defaultPreferences, type Preferences, setPreferences } from "../../ui/format/preferences.ts";
import { setChosen } from "../../ui/links/chosen.ts";
import { holds, type PermissionName } from "./permissions.ts";

export type Account = { id: string; email: string; firstName: string; lastName: string; phoneNumber: string; avatarPath: string };

/** The times at which somebody may be signed in: minutes of the day, 0 Sunday; no weekday means every day. */
export type LoginTimes = { startMinute: number; endMinute: number; weekdays: readonly number[] };

export type BusinessRef = {
  id: string;
  name: string;
  companyId: string;
  companyName: string;
  /** Present while it cannot be chosen, because now is none of these times. */
  closedExcept?: LoginTimes;
};

/** What the server says about the caller. Loaded, never stored in the browser. */
export type SessionInfo = {
  account: Account;
  businesses: BusinessRef[];
  /** Of the chosen company: not ours, but our role reaches them for some kinds of data. What it does not reach there is refused. */
  elsewhere?: BusinessRef[];
  /** The chosen one; undefined until a business is chosen. */
  business?: BusinessRef;
  staffId?: string;
  /** Undefined for an account that is nobody's staff in the chosen company. */
  employeeCategory?: number;
  permissions: ReadonlySet<number>;
  preferences: Preferences;
  enterpriseMember?: boolean;
};

export type SessionState = { status: "unknown" | "out" } | ({ status: "in" } & SessionInfo);

export const useSession = create<SessionState>()(() => ({ status: "unknown" }));

export const signedIn = (): SessionInfo | undefined => {
  const state = useSession.getState();
  return state.status === "in" ? state : undefined;
};

export const setSession = (info: SessionInfo): void => useSession.setState({ status: "in", ...info }, true);
/** Clears account, company, business and staff at once (core §4). */
export const clearSession = (): void => useSession.setState({ status: "out" }, true);

// What lies below knows no session: how things are written and what addresses carry is said to it.
useSession.subscribe((state) => {
  const { business, preferences } = state.status === "in" ? state : {};
  setPreferences(preferences ?? defaultPreferences);
  setChosen(business ? { companyId: business.companyId, businessId: business.id } : {});
});

/**
 * Inside the shell a session is certain; outside of it use `useSession`. A page that is being left because its session ended shows what it
 * knew until it is gone.
 */
export const useInfo = (): SessionInfo => {
  const state = useSession();
  const known = useRef<SessionInfo>(undefined);
  if (state.status === "in") known.current = state;
  if (!known.current) throw new Error("Sign in to see this page.");
  return known.current;
};

/** The locations of the chosen company that are ours; the session also knows those of our other companies. */
export const useLocations = (): BusinessRef[] => {
  const { business, businesses } = useInfo();
  return businesses.filter((one) => one.companyId === business?.companyId);
};

/** Hides or disables what the server would refuse anyway. */
export const useCan = (name: PermissionName): boolean =>
  useSession(
    (state) => state.status === "in" && holds({ employeeCategory: state.employeeCategory ?? 0, permissions: state.permissions }, name),
  );
