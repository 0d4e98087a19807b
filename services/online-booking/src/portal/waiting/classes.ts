import { fail, fromWireDate, instantAt, writeDay } from "@leashline/kit";
import { ClassHoldService, type ClientClass } from "@leashline/proto/leashline/calendar/v1/class_hold_service_pb.js";
import type { ClassSession } from "@leashline/proto/leashline/calendar/v1/class_service_pb.js";
import { calendarOf } from "../calendar-file.ts";
import type { Opened } from "../client-link.ts";
import { write } from "../write.ts";

async function placesOf({ shop: { ctx }, link: { businessId, customerId } }: Opened): Promise<ClientClass[]> {
  const { classes } = await ctx.client(ClassHoldService).getClientClasses({ businessId, customerId });
  return classes.filter(({ sessions }) => sessions.length > 0);
}

const dayOf = ({ date }: ClassSession): string => fromWireDate(date, "date");
const aheadIn = ({ sessions, cancelled }: ClientClass): ClassSession[] => (cancelled ? [] : sessions.filter(({ over }) => !over));
/** When a class goes on; undefined for one that is over. */
const nextOf = (one: ClientClass): string | undefined => {
  const [next] = aheadIn(one);
  return next && `${dayOf(next)} ${String(next.startTime).padStart(4, "0")}`;
};
const lastOf = ({ sessions }: ClientClass): string => sessions.map(dayOf).at(-1) ?? "";

/** What goes on by its next session, then what is over, the newest first. */
const inTurn = (a: ClientClass, b: ClientClass): number => {
  const [next, other] = [nextOf(a), nextOf(b)];
  if (next && other) return next.localeCompare(other);
  return next ? -1 : other ? 1 : lastOf(b).localeCompare(lastOf(a));
};

async function fileOf({ shop: { ctx, business, setting } }: Opened, one: ClientClass): Promise<string> {
  const ahead = aheadIn(one);
  if (ahead.length === 0) return "";
  const at = (session: ClassSession, minute: number) => instantAt(dayOf(session), minute, business.timezoneName);
  const about = {
    summary: `${one.className} for ${one.enrolment?.petName ?? ""} at ${business.businessName}`,
    location: business.address,
    address: `${ctx.runtime.config.publicUrl}/ol/${setting.bookOnlineName}/me`,
  };
  const entries = ahead.map((session) => ({
    ...about,
    id: `class-session-${session.id}-${one.enrolment?.id ?? "0"}`,
    sequence: session.version,
    start: at(session, session.startTime),
    end: at(session, session.endTime),
  }));
  return await calendarOf(ctx, entries);
}

/** The classes in which their pets have a place. */
export async function classesOf(opened: Opened) {
  const places = (await placesOf(opened)).toSorted(inTurn);
  return await Promise.all(
    places.map(async (one) => ({
      classPlaceId: one.enrolment?.id ?? "0",
      className: one.className,
      petName: one.enrolment?.petName ?? "",
      sessions: one.sessions.map((session) => ({
        date: dayOf(session),
        startTime: session.startTime,
        endTime: session.endTime,
        staffName: session.staffName.split(" ")[0] ?? "",
        over: session.over,
      })),
      cancelled: one.cancelled,
      calendarFile: await fileOf(opened, one),
    })),
  );
}

/** Their pet is to leave: staff read it in the conversation, take it out and answer. */
export async function askToLeave(opened: Opened, classPlaceId: string, words: string): Promise<void> {
  const found = (await placesOf(opened)).find(({ enrolment }) => enrolment?.id === classPlaceId);
  if (!found) throw fail("NOT_FOUND", { field: "classPlaceId" });
  const [next] = aheadIn(found);
  if (!next) throw fail("STATE_CONFLICT", { field: "classPlaceId", message: "This class is over." });
  const when = writeDay(dayOf(next), opened.shop.business);
  const text = `I would like to take ${found.enrolment?.petName ?? "my pet"} out of ${found.className}, from the session on ${when} on.`;
  await write(opened, [text, words.trim()].filter(Boolean).join("\n\n"));
}
