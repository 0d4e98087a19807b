import { Code, ConnectError } from "@connectrpc/connect";
import { create } from "zustand";
import { errorCode, errorFact, isOvertaken, messageOf } from "../../ui/feedback/call-errors.ts";
import { toast } from "../../ui/feedback/toast.ts";
import { formatAs } from "../../ui/format/locale.ts";
import { queryClient } from "../calls/query-client.ts";
import { refreshDomains } from "../calls/refresh.ts";
import { signedIn, useSession } from "../session/session.ts";
import { RECENT } from "../session/session-note.ts";
import { afterUndo, type Change, offeredOf, readChanges, withChange, withoutChange } from "./kept-changes.ts";
import type { Undo } from "./undoable.ts";

type Recent = { readonly changes: readonly Change[]; readonly kept: readonly Change[] };
/** What this account did in this company and browser in the last ten minutes, newest first, the same in all tabs: what can be taken back, and what waits behind it. */
export const useRecent = create<Recent>()(() => ({ changes: [], kept: [] }));
const show = (kept: readonly Change[]): void => useRecent.setState({ changes: offeredOf(kept), kept });

const nameOf = (): string | undefined => {
  const who = signedIn();
  return who?.business && `${RECENT}${who.account.id}-${who.business.companyId}`;
};

/** What this tab knows stands where the browser keeps nothing. */
const read = (name: string): Change[] => {
  try {
    return readChanges(localStorage.getItem(name), Date.now());
  } catch {
    return readChanges(JSON.stringify(useRecent.getState().kept), Date.now());
  }
};

export const reload = (): void => {
  const name = nameOf();
  show(name ? read(name) : []);
};

const change = (next: (before: readonly Change[]) => readonly Change[]): void => {
  const name = nameOf();
  if (!name) return;
  const changes = next(read(name));
  show(changes);
  try {
    if (changes.length > 0) localStorage.setItem(name, JSON.stringify(changes));
    else localStorage.removeItem(name);
  } catch {
    // then it stays with this tab until it is loaded again
  }
};

export const remember = (text: string, undo: Undo): void => {
  const businessId = signedIn()?.business?.id;
  if (businessId) change((before) => withChange(before, { ...undo, text, businessId, at: Date.now() }));
};

/** Body code "can no longer be undone" (core §8). */
const UNDO_EXPIRED = 900011;
/** It will be refused whenever it is asked. */
const isOver = (error: unknown): boolean =>
  errorCode(error) === UNDO_EXPIRED || isOvertaken(error) || (error instanceof ConnectError && error.code === Code.NotFound);

const refused = (error: unknown): void => {
  const [date, preferences] = [errorFact(error, "date"), signedIn()?.preferences];
  toast.error(date && preferences ? `${formatAs(preferences).shortDay(date)}: ${messageOf(error)}` : messageOf(error));
};

const underWay = new Set<string>();
const passed = (undo: Undo): void => change((before) => withoutChange(before, undo));
const forget = ({ key }: Undo): void => change((before) => before.filter((one) => one.key !== key));

/** Takes it back and says so, or why it stays; what is on screen loads again. What can be no more is offered no more. */
export const takeBack = async (undo: Undo): Promise<void> => {
  if (underWay.has(undo.key)) return;
  underWay.add(undo.key);
  toast.over(undo.key);
  const { businessId } = useRecent.getState().kept.find(({ key }) => key === undo.key) ?? {};
  try {
    // What seven services take is loaded by whoever undoes, not with every page.
    const { readUndo } = await import("./undo-calls.ts");
    const asked = readUndo(undo);
    if (!asked) {
      forget(undo);
      return void toast.error("This can no longer be undone here.");
    }
    const headers: HeadersInit = businessId ? { "x-leashline-business-id": businessId } : {};
    if (undo.first)
      await readUndo(undo.first)?.(headers).catch((error: unknown) => {
        if (!isOver(error)) throw error;
      });
    const { appointment } = (await asked(headers)) as { appointment?: { version: number } };
    change((before) => afterUndo(before, undo, appointment?.version));
    toast.success("Undone");
  } catch (error) {
    if (isOver(error)) passed(undo);
    refused(error);
  } finally {
    underWay.delete(undo.key);
    await refreshDomains(queryClient, "calendar", "order", "account");
  }
};

useSession.subscribe(reload);
globalThis.window?.addEventListener?.("storage", reload);
reload();
