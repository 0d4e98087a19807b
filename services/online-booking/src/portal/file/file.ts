import { fromMoney, fromWireDate, todayIn, toWireDate } from "@leashline/kit";
import { BusinessService } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { AppointmentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { ContactService, ContactType } from "@leashline/proto/leashline/customer/v1/contact_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { IntakeSubmissionService } from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { type Order, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PayLinkService } from "@leashline/proto/leashline/payment/v1/pay_link_service_pb.js";
import { isForClass } from "@leashline/proto/rules/class-bill.ts";
import { weightUnitOf } from "../../storefront/shop.ts";
import type { Opened } from "../client-link.ts";
import { ownPart } from "./correct.ts";
import { orElse } from "./or-else.ts";
import { petsOf } from "./pets.ts";

const MOST = 20;
const MOST_FORMS = 10;

export async function toSignOf({ shop, link }: Opened) {
  const agreements = shop.ctx.client(AgreementRecordService);
  const { records } = await agreements.listUnsignedAgreements({ customerId: link.customerId, pageSize: MOST });
  const links = records.map(async ({ id, agreementHeader }) => {
    const { url } = await agreements.getUnsignedAgreementLink({ id });
    return [{ title: agreementHeader, url }];
  });
  return (await Promise.all(links.map((one) => one.catch(orElse([]))))).flat();
}

/** Those that are not on file with the client yet. */
export async function formsOf({ shop, link: { customerId } }: Opened) {
  const [{ forms }, { submissions }] = await Promise.all([
    shop.ctx.client(IntakeFormService).listIntakeForms({}),
    shop.ctx
      .client(IntakeSubmissionService)
      .listIntakeSubmissions({ customerId, pageSize: 100 })
      .catch(orElse({ submissions: [] })),
  ]);
  const filledIn = new Set(submissions.map(({ formId }) => formId));
  return forms
    .filter(({ id, versionNumber }) => versionNumber > 0 && !filledIn.has(id))
    .slice(0, MOST_FORMS)
    .map(({ title, uuid }) => ({ title, url: `${shop.ctx.runtime.config.publicUrl}/intake-form?formId=${uuid}` }));
}

/** Until it is over a visit is not billed; a deposit for it stands on its own page. */
const OVER = [AppointmentStatus.FINISHED, AppointmentStatus.READY_FOR_PICKUP];

async function overAmong({ shop }: Opened, orders: readonly Order[]): Promise<Set<string>> {
  const ids = [...new Set(orders.map(({ appointmentId }) => appointmentId))].filter((id) => id !== "0");
  if (ids.length === 0) return new Set();
  const { appointments } = await shop.ctx.client(AppointmentService).batchGetAppointments({ ids });
  return new Set(appointments.filter(({ status }) => OVER.includes(status)).map(({ id }) => id));
}

const careTypesOf = ({ items }: Order): string[] => items.map(({ serviceItemType }) => serviceItemType);

/** What is over, and a class, whose bill stays open until it is paid. */
export async function toPayOf(opened: Opened) {
  const { shop, link } = opened;
  const { businessId, customerId } = link;
  const asked = { businessId, customerId, endDate: toWireDate(todayIn(shop.business.timezoneName)), pageSize: 100 };
  const lists = ["unpaid", "partial"].map((paymentStatus) => shop.ctx.client(OrderService).listOrders({ ...asked, paymentStatus }));
  const open = (await Promise.all(lists)).flatMap(({ orders }) =>
    orders.filter(({ status, remain }) => status !== OrderStatus.CANCELLED && fromMoney(remain).minor > 0n),
  );
  const over = await overAmong(opened, open);
  const due = open
    .filter((order) => order.status === OrderStatus.COMPLETED || over.has(order.appointmentId) || isForClass(careTypesOf(order)))
    .map((order) => ({ order, date: fromWireDate(order.businessDate, "businessDate") }))
    .sort((a, b) => a.date.localeCompare(b.date) || Number(a.order.id) - Number(b.order.id));
  return await Promise.all(
    due.slice(0, MOST).map(async ({ order: { id, number, remain }, date }) => {
      const { url } = await shop.ctx
        .client(PayLinkService)
        .getPayLink({ orderId: id })
        .catch(orElse({ url: "" }));
      return { date, number, due: remain!, payUrl: url };
    }),
  );
}

export async function cardsOf({ shop, link: { customerId } }: Opened) {
  const [{ cards }, { url }] = await Promise.all([
    shop.ctx.client(CardService).listCards({ customerId }),
    shop.ctx
      .client(PayLinkService)
      .createCardLink({ customerId })
      .catch(orElse({ url: "" })),
  ]);
  const shown = cards.map(({ cardId, brand, last4, expMonth, expYear, isValid }) => ({ cardId, brand, last4, expMonth, expYear, isValid }));
  return { cards: shown, cardUrl: url };
}

/** Family, who may pick up, and whom to call; the client themselves is none of these. */
export async function contactsOf({ shop, link: { customerId } }: Opened) {
  const { contacts } = await shop.ctx.client(ContactService).listContacts({ customerId });
  return contacts
    .filter(({ type }) => type !== ContactType.MAIN)
    .map(({ firstName, lastName, title, type, phoneNumber }) => ({
      ...{ title, type, phoneNumber },
      name: `${firstName} ${lastName}`.trim(),
    }));
}

async function unitOf({ shop: { ctx, setting } }: Opened): Promise<"lb" | "kg"> {
  const { businesses } = await ctx.client(BusinessService).batchGetBusinesses({ ids: [setting.businessId] });
  return weightUnitOf(businesses[0]);
}

export async function fileOf(opened: Opened) {
  const [pets, toSign, forms, toPay, cards, contacts, own, weightUnit] = await Promise.all([
    petsOf(opened).catch(orElse([])),
    toSignOf(opened).catch(orElse([])),
    formsOf(opened).catch(orElse([])),
    toPayOf(opened).catch(orElse([])),
    cardsOf(opened).catch(orElse({ cards: [], cardUrl: "" })),
    contactsOf(opened).catch(orElse([])),
    ownPart(opened).catch(orElse({})),
    unitOf(opened).catch(orElse("lb")),
  ]);
  const { correctionsAtOnce } = opened.shop.setting;
  return { pets, toSign, forms, toPay, ...cards, contacts, ...own, correctionsAtOnce, weightUnit };
}

/** Whose card it is, is asked of payment: of anybody else's it knows nothing. */
export async function removeCard({ shop, link: { customerId } }: Opened, cardId: string): Promise<void> {
  await shop.ctx.client(CardService).deleteCard({ customerId, cardId });
}
