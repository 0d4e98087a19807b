import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type ListCareTasksResponse, ListCareTasksResponseSchema } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import type { Chosen } from "../../ui/links/ids.ts";
import { type SessionInfo, signedIn } from "../session/session.ts";
import { KEPT_DAY } from "../session/session-note.ts";
import { keptRows } from "./kept.ts";

/** A sheet, and who looked at it, for opening it where there is no network. All of it is gone at the sign-out. */
type KeptSheet = { date: string; businessId: string; savedAt: number; response: Uint8Array; session: SessionInfo };

/** Longer than a shift and shorter than a forgotten phone. */
const FOR_MS = 24 * 60 * 60_000;

const sheets = keptRows<KeptSheet>(KEPT_DAY);
const keyOf = (businessId: string, date: string): string => `${businessId}/${date}`;
export const isFresh = ({ savedAt }: Pick<KeptSheet, "savedAt">, now: number): boolean => now - savedAt < FOR_MS;

const fresh = async (): Promise<KeptSheet[]> => {
  const now = Date.now();
  const all = await sheets.all();
  for (const { businessId, date } of all.filter((one) => !isFresh(one, now))) await sheets.drop(keyOf(businessId, date));
  return all.filter((one) => isFresh(one, now)).toSorted((a, b) => b.savedAt - a.savedAt);
};

export const keepSheet = async (date: string, response: ListCareTasksResponse): Promise<void> => {
  const session = signedIn();
  if (!session?.business) return;
  const { account, business, businesses, elsewhere, staffId, employeeCategory, permissions, preferences, enterpriseMember } = session;
  await sheets.put(keyOf(business.id, date), {
    date,
    businessId: business.id,
    savedAt: Date.now(),
    response: toBinary(ListCareTasksResponseSchema, response),
    session: { account, business, businesses, elsewhere, staffId, employeeCategory, permissions, preferences, enterpriseMember },
  });
  await fresh();
};

export const keptSheet = async (date: string): Promise<{ savedAt: number; sheet: ListCareTasksResponse } | undefined> => {
  const session = signedIn();
  const found = session?.business && (await sheets.get(keyOf(session.business.id, date)));
  if (!found || found.session.account.id !== session.account.id || !isFresh(found, Date.now())) return undefined;
  return { savedAt: found.savedAt, sheet: fromBinary(ListCareTasksResponseSchema, found.response) };
};

/** Who looked at the newest sheet of a location. The server asks for the session again with the first call that reaches it. */
export const keptSession = async ({ businessId }: Chosen): Promise<SessionInfo | undefined> =>
  (await fresh()).find((one) => !businessId || one.businessId === businessId)?.session;
