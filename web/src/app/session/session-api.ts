import { CalendarFormatType, DistanceUnitType, TimeFormatType, WeightUnitType } from "@leashline/proto/leashline/account/v1/enums_pb.js";
import { type GetSessionInfoResponse, SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { isNetworkFailure, isSignedOut, outcomeUnknown } from "../../ui/feedback/call-errors.ts";
import { asNumberFormat } from "../../ui/format/number.ts";
import { defaultPreferences, type Preferences } from "../../ui/format/preferences.ts";
import { chosenIds } from "../../ui/links/chosen.ts";
import type { Chosen } from "../../ui/links/ids.ts";
import { queryClient } from "../calls/query-client.ts";
import { clientFor } from "../calls/transport.ts";
import { clearSession, type SessionInfo, setSession, signedIn, useSession } from "./session.ts";
import { sessionEnded, setSessionEnded } from "./session-ended.ts";
import { isHandedOver, note, takeBack } from "./session-note.ts";

const sessions = clientFor(SessionService);

const preferences = ({ preference, business }: GetSessionInfoResponse): Preferences => {
  if (!preference) return defaultPreferences;
  return {
    currencyCode: business?.currencyCode || preference.currencyCode || defaultPreferences.currencyCode,
    currencySymbol: business?.currencySymbol || preference.currencySymbol || defaultPreferences.currencySymbol,
    country: business?.countryAlpha2Code || preference.countryAlpha2Code || defaultPreferences.country,
    zone: business?.timezoneName || preference.timezoneName || defaultPreferences.zone,
    dateFormat: preference.dateFormat || defaultPreferences.dateFormat,
    numberFormat: asNumberFormat(preference.numberFormat),
    clock: preference.timeFormatType === TimeFormatType.TIME_FORMAT_TYPE_24_HOURS ? 24 : 12,
    weekStart: preference.calendarFormatType === CalendarFormatType.MONDAY ? 1 : 0,
    weightUnit: preference.unitOfWeightType === WeightUnitType.KILOGRAM ? "kg" : "lb",
    distanceUnit: preference.unitOfDistanceType === DistanceUnitType.KILOMETRE ? "km" : "mi",
    appType: business?.appType ?? defaultPreferences.appType,
  };
};

const toSession = (info: GetSessionInfoResponse): SessionInfo | undefined => {
  if (!info.account) return undefined;
  const { id, email, firstName, lastName, phoneNumber, avatarPath } = info.account;
  const businesses = info.companies.flatMap((company) =>
    company.businesses.map((business) => ({
      id: business.businessId,
      name: business.businessName,
      companyId: company.companyId,
      companyName: company.companyName,
      ...(company.outsideLoginTime && company.loginTime && { closedExcept: company.loginTime }),
    })),
  );
  const elsewhere = info.companies.flatMap((company) =>
    company.elsewhere.map(({ businessId: id, businessName: name }) => ({
      id,
      name,
      companyId: company.companyId,
      companyName: company.companyName,
    })),
  );
  const business = [...businesses, ...elsewhere].find((one) => one.id === info.business?.id);
  return {
    account: { id, email, firstName, lastName, phoneNumber, avatarPath },
    businesses,
    elsewhere,
    ...(business && { business }),
    ...(info.staff && { staffId: info.staff.id }),
    ...(info.companies.length > 0 && { employeeCategory: info.isOwner ? Math.max(1, info.employeeCategory) : info.employeeCategory }),
    permissions: new Set(info.permissions.map(Number)),
    preferences: preferences(info),
    enterpriseMember: info.landing === 3,
  };
};

const headersFor = ({ companyId, businessId }: Chosen): HeadersInit => ({
  ...(companyId && { "x-leashline-company-id": companyId }),
  ...(businessId && { "x-leashline-business-id": businessId }),
});

/** A page waits this long to learn who opens it (core §9, which leaves the unit of its 30 open). */
const BOOTSTRAP_MS = 30 * 1000;

type Loading = {
  /** The page opens without a network too. */
  offline?: boolean;
  until?: number;
};

/** Who we were when the day's sheet was kept, for a page that opens without a network; asked anew as soon as there is one. */
const sessionWithoutNetwork = async (chosen: Chosen): Promise<SessionInfo | undefined> => {
  const { keptSession } = await import("../offline/kept-day.ts");
  const kept = await keptSession(chosen).catch(() => undefined);
  if (!kept) return undefined;
  setSession(kept);
  window.addEventListener("online", () => void refreshSession(), { once: true });
  return kept;
};

/** Asks the server who we are. Any failure means signed out (core §4). A business that is not ours is forgotten and asked again without. */
export const loadSession = async (
  chosen: Chosen = {},
  { offline = false, until = Date.now() + BOOTSTRAP_MS }: Loading = {},
): Promise<SessionInfo | undefined> => {
  try {
    const info = toSession(await sessions.getSessionInfo({}, { headers: headersFor(chosen), timeoutMs: until - Date.now() }));
    // What is known of one business is nothing to the next.
    if (info?.business?.id !== signedIn()?.business?.id) queryClient.clear();
    if (info) setSession(info);
    else clearSession();
    note(info !== undefined);
    return info;
  } catch (error) {
    const kept = offline && isNetworkFailure(error) ? await sessionWithoutNetwork(chosen) : undefined;
    if (kept) return kept;
    // Without a session there is no use in asking again; with one, the business in the address may not be ours.
    if (!isSignedOut(error) && (chosen.businessId || chosen.companyId) && Date.now() < until) return loadSession({}, { offline, until });
    clearSession();
    if (isSignedOut(error)) note(false);
    return undefined;
  }
};

/**
 * What we may do has changed elsewhere: asked again quietly. When it cannot be asked, what was known stays. False when the session has ended; what
 * becomes of the page then is decided where that is noticed (Inside), since words may stand on it.
 */
export const refreshSession = async (): Promise<boolean> => {
  try {
    const info = toSession(await sessions.getSessionInfo({}, { headers: headersFor(chosenIds()) }));
    const before = signedIn();
    if (!info || !before) return false;
    setSession(info);
    // Who may see more or less now sees another list.
    const same = info.permissions.size === before.permissions.size && [...info.permissions].every((id) => before.permissions.has(id));
    if (!same) void queryClient.invalidateQueries();
    return true;
  } catch (error) {
    // Anything but an ended session is tried again with the next notice.
    return !isSignedOut(error);
  }
};

/**
 * Signed in again over a page that waits: what we may do is asked anew and the page goes on as it was. Nothing on it is given up for a question that
 * went unanswered; only a plain "this is no longer yours" ends it.
 */
export const returnToSession = async (): Promise<"back" | "unanswered" | "signedOut" | "notOurs"> => {
  const before = signedIn();
  try {
    const info = toSession(await sessions.getSessionInfo({}, { headers: headersFor(chosenIds()) }));
    if (!info || info.account.id !== before?.account.id || info.business?.id !== before.business?.id) return "notOurs";
    setSession(info);
    note(true);
    takeBack(info.account.id);
    setSessionEnded(false);
    void queryClient.invalidateQueries();
    return "back";
  } catch (error) {
    if (isSignedOut(error)) return "signedOut";
    return outcomeUnknown(error) ? "unanswered" : "notOurs";
  }
};

let underWay: Promise<unknown> | undefined;

const knows = ({ businesses, elsewhere = [] }: SessionInfo, id: string): boolean =>
  [...businesses, ...elsewhere].some((one) => one.id === id);

/** The session as the address wants it: loaded once, and again when the address names another business of ours. */
export const ensureSession = async (wanted: Chosen, offline = false): Promise<void> => {
  await underWay;
  const state = useSession.getState();
  const named = wanted.businessId;
  const another = state.status === "in" && named && named !== state.business?.id && knows(state, named);
  if (state.status !== "unknown" && !another) return;
  underWay = loadSession(wanted, { offline }).finally(() => {
    underWay = undefined;
  });
  await underWay;
};

const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("leashline-session");

/** Tells this tab what others did: signed out, or signed in as somebody. A page that holds unsaved words (`keeps`) is covered, not thrown away. */
export const listenToTabs = (onChange: () => void, keeps: () => boolean): (() => void) => {
  if (!channel) return () => {};
  const listener = (event: MessageEvent) => {
    const here = signedIn();
    if (event.data === "signed-out") {
      if (here && keeps()) return setSessionEnded(true);
      clearSession();
    } else if (event.data !== "signed-in") return;
    else if (here) {
      if (sessionEnded()) return void returnToSession();
      if (!isHandedOver(here.account.id)) return;
      // Somebody else signed in while a client holds the device: the page opens anew as theirs, with nothing left of whose it was.
      clearSession();
      return window.location.reload();
    }
    queryClient.clear();
    onChange();
  };
  channel.addEventListener("message", listener);
  return () => channel.removeEventListener("message", listener);
};

/** The session that is already there, if one is. */
export const resumeSession = async (): Promise<SessionInfo | undefined> => {
  await ensureSession({});
  return signedIn();
};

/** After signing in or up: the cookie is set, so ask who we are and wake the other tabs. */
export const startSession = async (): Promise<SessionInfo | undefined> => {
  queryClient.clear();
  const info = await loadSession();
  if (info) {
    takeBack(info.account.id);
    channel?.postMessage("signed-in");
  }
  return info;
};

export const signOut = async (): Promise<void> => {
  try {
    await sessions.logout({});
  } catch {
    // An unreachable server cannot keep us signed in here; the cookie dies with the session's end.
  }
  clearSession();
  note(false);
  queryClient.clear();
  channel?.postMessage("signed-out");
};

/** Ends every session of the account; the other tabs here learn it at once, other devices with their next call or notice. */
export const signOutEverywhere = async (): Promise<void> => {
  await sessions.signOutEverywhere({});
  clearSession();
  note(false);
  queryClient.clear();
  channel?.postMessage("signed-out");
};

export const signInByToken = async (token: string): Promise<boolean> => {
  try {
    await sessions.loginByToken({ token });
    return (await startSession()) !== undefined;
  } catch {
    return false;
  }
};

/** Choosing a business chooses its company too (core §4). Nothing of the old one stays in the cache. */
export const switchBusiness = async (businessId: string): Promise<SessionInfo | undefined> => {
  const target = await sessions.switchBusiness({ targetBusinessId: businessId });
  return loadSession({ companyId: target.companyId, businessId: target.businessId });
};
