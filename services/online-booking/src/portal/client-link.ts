import { asTenant, type Ctx, fail, fromTimestamp, Refusal, sealNumbers, standingClient, unsealNumbers } from "@leashline/kit";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import {
  CLIENT_LINK,
  CLIENT_LINK_PATH,
  type ClientLink,
  linkOfNumbers,
  linkUntil,
  numbersOfLink,
} from "@leashline/proto/rules/client-link.ts";
import { type Shop, shopOf } from "../storefront/shop.ts";

/** What a link opens: the business, acting for its client from here on, and whose link it is. */
export type Opened = { shop: Shop; link: ClientLink };
export type OpenedAppointment = Opened & { appointment: Appointment };

const gone = () =>
  fail("NOT_AVAILABLE_ONLINE", { message: "The link has expired or is incomplete. Please call to change your appointment." });

function goneFor(error: unknown): never {
  throw error instanceof Refusal ? gone() : error;
}

/** The signature of the token says whose tenant it is; the log says that the client did what follows. Whoever was deleted or erased has no links any more; whoever was merged has those of whom they became. */
export async function openLink(ctx: Ctx, token: string): Promise<Opened> {
  const numbers = unsealNumbers(ctx.runtime.config.signingKey, CLIENT_LINK, token);
  const link = numbers && linkOfNumbers(numbers, Date.now());
  if (!link) throw gone();
  const { companyId, businessId } = link;
  const tenant = asTenant(ctx, { companyId, businessId, name: "Client" });
  const [shop, customerId] = await Promise.all([shopOf(tenant, businessId), standingClient(tenant, link.customerId).catch(goneFor)]);
  return { shop, link: { ...link, customerId } };
}

/** One appointment of the link's own client. */
export async function openAppointment(ctx: Ctx, token: string): Promise<OpenedAppointment> {
  const opened = await openLink(ctx, token);
  return { ...opened, appointment: await linkedAppointment(opened) };
}

export async function linkedAppointment({ shop, link }: Opened): Promise<Appointment> {
  if (link.appointmentId === "0") throw gone();
  const { appointments } = await shop.ctx.client(AppointmentService).batchGetAppointments({ ids: [link.appointmentId] });
  const found = appointments.find(({ customerId, businessId }) => customerId === link.customerId && businessId === link.businessId);
  if (!found) throw gone();
  return found;
}

/** The token of an appointment's own page, for the client whose link led here. */
export function tokenFor({ shop, link }: Opened, appointment: Appointment): string {
  const until = linkUntil(fromTimestamp(appointment.startAt)?.getTime() ?? 0, Date.now());
  const numbers = numbersOfLink({ ...link, appointmentId: appointment.id, until });
  return sealNumbers(shop.ctx.runtime.config.signingKey, CLIENT_LINK, numbers);
}

export const addressOf = ({ runtime }: Ctx, token: string): string => `${runtime.config.publicUrl}${CLIENT_LINK_PATH}${token}`;
