import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { field as rulesOption } from "@leashline/proto/buf/validate/validate_pb.js";
import { commentOf } from "@leashline/proto/descriptors/comments.ts";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { expect, test } from "vitest";

// What can only be one of a few words is an enum. These texts came before or are the specification's words on the wire (docs/decisions/0095): the list
// may only shrink.

const careTypes = "GROOMING, BOARDING, DAYCARE, EVALUATION, DOG_WALKING, GROUP_CLASS";
const texts: Record<string, string> = {
  "account.ClockCorrection.action": "created, updated, deleted",
  "account.ClosedDate.type": "closed_date, holiday",
  "account.CreateCompanyRequest.care_types": careTypes,
  "calendar.PetStay.care_type": "BOARDING, DAYCARE",
  "customer.AgreementStep.method": "sms, email",
  "customer.AgreementStep.what": "sent, reminded, opened, signed, uploaded",
  "customer.Client.source": "manual, import, online booking, intake form",
  "customer.ClientOrder.property":
    "first_name, last_name, create_date, last_visit_date, next_visit_date, total_paid, outstanding_balance, finished_count, total_count",
  "customer.ImportField.group": "client, address, pet",
  "customer.ImportFormat.date_order": "month-first, day-first",
  "customer.ImportPreviewRow.outcome": "new, existing, rejected",
  "customer.SaveVaccineRequest.required_care_types": careTypes,
  "message.MessageFailed.method": "sms, email, app",
  "message.MessageReceived.method": "sms, email, app",
  "offering.AddOn.source": "manual, starter",
  "offering.AddOnInput.care_type": careTypes,
  "offering.CareType.service_item_type": careTypes,
  "offering.CreateCategoryRequest.care_type": careTypes,
  "offering.CreatePricingRuleRequest.service_item_type": "BOARDING",
  "offering.CreateStarterCatalogRequest.care_types": careTypes,
  "offering.CreateStarterCatalogRequest.weight_unit": "lb, kg",
  "offering.ListServicesRequest.care_type": careTypes,
  "offering.NotApplicable.reason": "pet type, breed, size, weight, coat type, pet code",
  "offering.ServiceInput.care_type": careTypes,
  "online_booking.AutoAcceptRule.care_type": careTypes,
  "online_booking.BookingStatus.status": "submitted, accepted, declined, cancelled",
  "online_booking.Storefront.weight_unit": "lb, kg",
  "options.TimeConflict.kind": "not working at this time, conflict with existing booking, conflict with blocked time",
  "order.DiscountInput.type": "amount, percentage",
  "order.ListOrdersRequest.payment_status": "unpaid, partial, paid",
  "order.Order.payment_status": "unpaid, partial, paid",
  "order.Order.tips_type": "amount, percentage",
  "order.OrderDiscount.type": "amount, percentage",
  "order.OrderSnapshot.payment_status": "unpaid, partial, paid",
  "order.SetTipsRequest.tips_type": "amount, percentage",
  "payment.Card.funding": "credit, debit, prepaid",
  "payment.ChangeAccountRequest.status": "notSetup, inProgress, finished",
  "payment.CreateAndConfirmAchPaymentRequest.account_holder_type": "individual, company",
  "payment.CreateAndConfirmAchPaymentRequest.account_type": "checking, savings",
  "payment.CreateDepositRuleRequest.type": "amount, percentage",
  "payment.CreateStripeAccountRequest.business_type": "individual, company, non_profit, government_entity",
  "payment.DepositRule.type": "amount, percentage",
  "payment.FinanceNotableUpdate.kind": "account, disputes, payouts",
  "payment.GetReaderActionResponse.reader_status": "online, offline",
  "payment.GetReaderActionResponse.status": "in_progress, succeeded, failed",
  "payment.Payment.card_funding": "credit, debit, prepaid",
  "payment.PaymentMethod.kind": "card, cash, check, custom",
  "payment.PaymentMethod.type": "prefab, custom",
  "payment.PaymentSetting.processing_fee_paid_by": "business, client",
  "payment.PreAuthInfo.card_funding": "credit, debit, prepaid",
  "payment.ProviderAccount.business_type": "individual, company, non_profit, government_entity",
  "payment.ProviderAccount.identity_session_status": "requires_input, processing, verified, canceled",
  "payment.ProviderAccount.setup_status": "notSetup, inProgress, finished",
  "payment.ProviderAccountMetadata.status": "init, finished",
  "payment.Reader.status": "online, offline",
  "payment.TipChoices.type": "amount, percentage",
  "payment.TransactionFilter.order": "desc, asc",
  "payment.UpdateDepositRuleRequest.type": "amount, percentage",
};
/** What staff call a kind of animal is a name of their own, whatever a comment gives as examples. */
const isExample = ({ name }: DescField) => name === "pet_type";

const sayWords = /^"[A-Za-z_ -]+"( \([^)]*\))?(, "[A-Za-z_ -]+"( \([^)]*\))?)*,? or "[A-Za-z_ -]+"/;

/** The words that a text may be, as its rule or its comment says. */
function wordsOf(field: DescField): string {
  const rule = getOption(field, rulesOption)?.type;
  const item = rule?.case === "repeated" ? rule.value.items?.type : rule;
  if (item?.case === "string" && item.value.in.length > 0) return item.value.in.filter((word) => word !== "").join(", ");
  const said = sayWords.exec(commentOf(field))?.[0] ?? "";
  return [...said.matchAll(/"([^"]+)"/g)].map((match) => match[1]).join(", ");
}

const isText = (field: DescField): boolean =>
  (field.fieldKind === "scalar" || field.fieldKind === "list") && field.scalar === ScalarType.STRING;

test("what can only be one of a few words is an enum", () => {
  const messages = [...loadContract().registry].filter(
    (type): type is DescMessage => type.kind === "message" && type.typeName.startsWith("leashline."),
  );
  expect(messages.length).toBeGreaterThan(1000);
  const found = messages.flatMap(({ typeName, fields }) =>
    fields
      .filter((field) => isText(field) && !isExample(field))
      .map((field) => [`${typeName.replace("leashline.", "").replace(".v1", "")}.${field.name}`, wordsOf(field)])
      .filter(([, words]) => words !== ""),
  );
  expect(Object.fromEntries(found), "make it an enum").toEqual(texts);
});

/** Refused by the service, with a code of the specification (60012). */
const refusedLater = ["order.DiscountInput.type"];

test("a request that takes one of a few words refuses any other before a service reads it", () => {
  const { registry } = loadContract();
  const open = Object.keys(texts).filter((name) => {
    const [domain, message = "", field] = name.split(".");
    if (!/(Request|Input)$/.test(message)) return false;
    const desc = registry.getMessage(`leashline.${domain}.v1.${message}`)?.fields.find((one) => one.name === field);
    const rule = desc && getOption(desc, rulesOption)?.type;
    const item = rule?.case === "repeated" ? rule.value.items?.type : rule;
    return item?.case !== "string" || item.value.in.length === 0;
  });
  expect(open).toEqual(refusedLater);
});
