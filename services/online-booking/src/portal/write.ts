import { fail, fromWireDate, type Tx, toTimestamp, writeAtTime, writeDay } from "@leashline/kit";
import { ClientMessageService } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import type { Message } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { keepAsked, latestByAppointment } from "../change-requests/change-request.store.ts";
import { type ChangeRow, changeLock, nameOn, states } from "../change-requests/change-request.ts";
import { tellAsked } from "../change-requests/tell.ts";
import { command, type DB, query } from "../db.ts";
import { takeTurn, writing } from "../visitors/pace.ts";
import type { Opened, OpenedAppointment } from "./client-link.ts";
import { arrivalOf, askableOn } from "./linked.mapper.ts";

const MOST = 2000;
const cut = (text: string): string => ([...text].length > MOST ? `${[...text].slice(0, MOST - 1).join("")}…` : text);

/** What goes with it once its turn is taken: what is kept in the same transaction, then what is done elsewhere. */
type With = { along?: (tx: Tx<DB>) => Promise<void>; meanwhile?: () => Promise<void> };

/** Puts it into the client's conversation with the business, after all that goes with it. */
export async function write(
  { shop, link }: Opened,
  text: string,
  appointmentId = "0",
  { along, meanwhile }: With = {},
): Promise<Message | undefined> {
  const { businessId, customerId } = link;
  await command({ ...shop.ctx, idempotencyKey: "" }, async (tx) => {
    const next = await takeTurn(tx, writing, customerId);
    await along?.(tx);
    return { next };
  });
  await meanwhile?.();
  const asked = { businessId, customerId, text: cut(text), appointmentId };
  return (await shop.ctx.client(ClientMessageService).writeAsClient(asked)).message;
}

const wishes: Partial<Record<ChangeWish, string>> = { [ChangeWish.MOVE]: "move", [ChangeWish.CANCEL]: "cancel" };

/** In the client's name: what they wish, of which visit, and their own words. It waits for an answer. */
export async function askForChange(opened: OpenedAppointment, wish: ChangeWish, words: string): Promise<void> {
  const { shop, appointment } = opened;
  if (!askableOn(shop, appointment).includes(wish))
    throw fail("STATE_CONFLICT", { message: "You can’t ask for this anymore. Please look at the appointment again." });
  const [askedDate, askedStart] = [fromWireDate(appointment.appointmentDate, "appointmentDate"), appointment.startTime];
  const { arrivalWindow } = arrivalOf(shop, appointment);
  const when = `${writeDay(askedDate, shop.business)} ${writeAtTime(askedStart, arrivalWindow, shop.business)}`;
  const pets = [...new Set(appointment.petServiceList.map(({ petName }) => petName))].join(", ");
  const text = `I would like to ${wishes[wish]} the appointment on ${when} (${pets}).`;
  const { businessId, customerId } = opened.link;
  const asked = { businessId, customerId, appointmentId: appointment.id, wish, said: words.trim(), askedDate, askedStart };
  await write(opened, [text, asked.said].filter(Boolean).join("\n\n"), appointment.id, {
    along: async (tx) => {
      tx.lock([changeLock(appointment.id)]);
      tellAsked(tx, await keepAsked(tx, asked), nameOn(appointment));
      tx.notify("online_booking.requests", { businessId, ids: [] });
    },
  });
}

/** What became of what the client asked for, of each of these appointments. */
export async function askedOf(
  { shop, link }: Opened,
  ids: readonly string[],
): Promise<(id: string) => ReturnType<typeof toAsked> | undefined> {
  const rows = ids.length > 0 ? await query(shop.ctx, (db) => latestByAppointment(db, ids)) : new Map<string, ChangeRow>();
  return (id) => {
    const row = rows.get(id);
    return row?.customerId === link.customerId ? toAsked(row) : undefined;
  };
}

const toAsked = ({ createdAt, state, answer }: ChangeRow) => ({
  askTime: toTimestamp(createdAt),
  askState: states[state],
  askAnswer: answer,
});
