import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { fail, fromWireDate, writeDay, writeTime } from "@leashline/kit";
import { ClientMessageService } from "@leashline/proto/leashline/message/v1/client_message_service_pb.js";
import { type Message, MessageAuthor } from "@leashline/proto/leashline/message/v1/message_pb.js";
import { ChangeWish } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import { command } from "../db.ts";
import { takeTurn, writing } from "../visitors/pace.ts";
import type { Opened, OpenedAppointment } from "./client-link.ts";
import { askableOn } from "./linked.mapper.ts";

/** Puts it into the client's conversation with the business. */
export async function write({ shop, link }: Opened, text: string, appointmentId = "0"): Promise<Message | undefined> {
  const { businessId, customerId } = link;
  await command({ ...shop.ctx, idempotencyKey: "" }, async (tx) => ({ next: await takeTurn(tx, writing, customerId) }));
  const asked = { businessId, customerId, text, appointmentId };
  return (await shop.ctx.client(ClientMessageService).writeAsClient(asked)).message;
}

const wishes: Partial<Record<ChangeWish, string>> = { [ChangeWish.MOVE]: "move", [ChangeWish.CANCEL]: "cancel" };

/** In the client's name: what they wish, of which visit, and their own words. */
export async function askForChange(opened: OpenedAppointment, wish: ChangeWish, words: string): Promise<void> {
  const { shop, appointment } = opened;
  if (!askableOn(shop, appointment).includes(wish))
    throw fail("STATE_CONFLICT", { message: "This cannot be asked for any more. Look at the appointment again." });
  const when = `${writeDay(fromWireDate(appointment.appointmentDate, "appointmentDate"), shop.business)} at ${writeTime(appointment.startTime, shop.business)}`;
  const pets = [...new Set(appointment.petServiceList.map(({ petName }) => petName))].join(", ");
  const text = `I would like to ${wishes[wish]} the appointment on ${when} (${pets}).`;
  await write(opened, [text, words.trim()].filter(Boolean).join("\n\n"), appointment.id);
}

/** Messages that are looked through for wishes. */
const MOST_LOOKED = 100;

/** When the client last wrote of each appointment from its page. Better without than no page at all. */
export async function askedTimes({ shop, link }: Opened): Promise<ReadonlyMap<string, Timestamp>> {
  const { businessId, customerId } = link;
  const asked = { businessId, customerId, pageSize: MOST_LOOKED };
  const { messages } = await shop.ctx
    .client(ClientMessageService)
    .listClientMessages(asked)
    .catch(() => ({ messages: [] }));
  const own = messages.filter(({ type, appointmentId }) => type === MessageAuthor.CUSTOMER && appointmentId !== "0");
  return new Map(own.reverse().flatMap(({ appointmentId, createTime }) => (createTime ? [[appointmentId, createTime] as const] : [])));
}
