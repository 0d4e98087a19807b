import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { signedIn } from "../../../../app/session/session.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { type Beside, toast } from "../../../../ui/feedback/toast.ts";
import { dayToIso, isDay } from "../../../../ui/format/dates.ts";
import { formatAs } from "../../../../ui/format/locale.ts";
import { defaultPreferences } from "../../../../ui/format/preferences.ts";
import { isElsewhen } from "./elsewhen.ts";
import type { Moved, Placed, Was } from "./said-move.ts";
import { type Telling, tellingWords } from "./words.ts";

const autos = clientFor(AutoMessageService);
const LOOK_MS = 1_500;

const leaveUntold = async (moved: readonly Moved[], done: string): Promise<void> => {
  try {
    const moves = moved.map(({ id: appointmentId, version }) => ({ appointmentId, version }));
    const { toldAppointmentIds } = await autos.leaveMoveUntold({ moves });
    if (toldAppointmentIds.length > 0) toast.info("The client had been told already");
    else toast.success(done);
  } catch (error) {
    toast.error(messageOf(error));
  }
};

/** How its client would hear of it; nothing where they would not, or that is not known soon. */
const tellingOf = async ({ id: appointmentId, version, appointmentDate, startTime }: Placed): Promise<Telling | undefined> => {
  try {
    const asked = { appointmentId, version, startTime, ...(appointmentDate && { startDate: appointmentDate }) };
    const { methods, dueTime } = await autos.getMoveMessage(asked, { timeoutMs: LOOK_MS });
    return methods.length > 0 && dueTime ? { methods, due: new Date(Number(dueTime.seconds) * 1_000) } : undefined;
  } catch {
    return undefined;
  }
};

/** That the client is about to be told of a move, with what leaves it out; nothing where they are not. */
export const toldOf = async (moved: readonly Placed[], was: Was): Promise<Beside | undefined> => {
  const [first] = moved;
  if (!first || !isDay(first.appointmentDate)) return undefined;
  const date = dayToIso(first.appointmentDate);
  if (!isElsewhen(was, { date, startTime: first.startTime })) return undefined;
  const format = formatAs(signedIn()?.preferences ?? defaultPreferences);
  const now = format.now();
  if (date < now.date || (date === now.date && first.startTime <= now.minutes)) return undefined;
  const telling = await tellingOf(first);
  if (!telling) return undefined;
  const { note, offer, done } = tellingWords(telling, new Date(), format.time);
  return { note, go: { label: offer, run: () => void leaveUntold(moved, done) } };
};
