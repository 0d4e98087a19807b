import { consumer, job, writeDay } from "@leashline/kit";
import { VaccineExpiryDueSchema } from "@leashline/proto/leashline/customer/v1/events_pb.js";
import { MessageMethod } from "@leashline/proto/leashline/message/v1/message_pb.js";
import type { Sender } from "../auto-messages/facts.store.ts";
import type { DB } from "../db.gen.ts";
import { businessOf } from "../projections/business.ts";
import { clientOf } from "../projections/client.ts";
import { unkeyed } from "../sending/deliver.ts";
import { sendAtOnce } from "../sending/dispatch.ts";
import { mailBody } from "../sending/outgoing.ts";
import { vaccineLink } from "../wording/client-links.ts";

type Line = { petName: string; vaccineName: string; expirationDate: string };
type Due = { mark: string; businessId: string; customerId: string; byText: boolean; byEmail: boolean; lines: Line[] };

const USE = "vaccine expiry reminder";

const sayLine = ({ petName, vaccineName, expirationDate }: Line, business: Sender): string =>
  `${petName}'s ${vaccineName} expires on ${writeDay(expirationDate, business)}.`;

/** Reminds a client of what expires, in one message each way, as their own wishes about automatic messages allow. */
export const vaccineExpiryJob = job<Due>("send-vaccine-expiry", {
  attempts: 6,
  run: async (ctx, { mark, businessId, customerId, byText, byEmail, lines }) => {
    const [client, business] = await Promise.all([clientOf(unkeyed(ctx), customerId), businessOf(ctx, businessId)]);
    if (client.isBlockMessage) return;
    const said = lines.map((line) => sayLine(line, business));
    const please = `Please send us proof of the new one: ${vaccineLink(ctx, { businessId, customerId })}`;
    const hi = `Hi ${client.firstName.trim() || "there"},`;
    const about = { businessId, customerId, useCase: USE, cause: mark, fromName: business.name, replyTo: business.email };
    const mail = {
      ...about,
      method: MessageMethod.EMAIL,
      address: byEmail && client.sendAutoEmail ? client.email : "",
      ...mailBody(`${hi}\n\n${said.join("\n")}\n\n${please}\n\n${business.name}`, business),
      subject: lines.length === 1 ? `${lines[0]?.petName}: ${lines[0]?.vaccineName} expires soon` : "Vaccines that expire soon",
    };
    const text = {
      ...about,
      method: MessageMethod.SMS,
      address: byText && client.sendAutoMessage && !client.textsStopped ? client.phoneE164 : "",
      text: `${business.name}: ${hi} ${said.join(" ")} ${please}`,
    };
    await sendAtOnce(
      ctx,
      [text, mail].filter(({ address }) => address !== ""),
    );
  },
});

export const vaccineExpiryDue = consumer<typeof VaccineExpiryDueSchema, DB>(VaccineExpiryDueSchema, async (tx, event) => {
  const { customerId, businessId, byText, byEmail, vaccines } = event;
  const [first] = vaccines;
  if (!first) return;
  const mark = `vaccine-expiry:${first.vaccineBindingId}:${first.expirationDate}`;
  const lines = vaccines.map(({ petName, vaccineName, expirationDate }) => ({ petName, vaccineName, expirationDate }));
  const payload = { mark, businessId, customerId, byText, byEmail, lines };
  tx.schedule(vaccineExpiryJob, { key: mark, dueAt: new Date(), payload, businessId });
});
