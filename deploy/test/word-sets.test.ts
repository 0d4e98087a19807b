import { type DescField, type DescMessage, getOption, ScalarType } from "@bufbuild/protobuf";
import { field as rulesOption } from "@leashline/proto/buf/validate/validate_pb.js";
import { commentOf } from "@leashline/proto/descriptors/comments.ts";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { expect, test } from "vitest";

// What can only be one of a few words is an enum. These texts came before or are the specification's words on the wire (docs/decisions/0095): the list
// may only shrink.

const texts: string[] = [
  "account.ClockCorrection.action",
  "account.ClosedDate.type",
  "account.CreateCompanyRequest.care_types",
  "calendar.PetStay.care_type",
  "customer.AgreementStep.method",
  "customer.AgreementStep.what",
  "customer.Client.source",
  "customer.ClientOrder.property",
  "customer.ImportField.group",
  "customer.ImportFormat.date_order",
  "customer.ImportPreviewRow.outcome",
  "customer.IntakePage.weight_unit",
  "customer.SaveVaccineRequest.required_care_types",
  "message.MessageFailed.method",
  "message.MessageReceived.method",
  "offering.AddOn.source",
  "offering.AddOnInput.care_type",
  "offering.CareType.service_item_type",
  "offering.CreateCategoryRequest.care_type",
  "offering.CreatePricingRuleRequest.service_item_type",
  "offering.CreateServiceChargeRequest.care_types",
  "offering.CreateStarterCatalogRequest.care_types",
  "offering.CreateStarterCatalogRequest.weight_unit",
  "offering.ListServicesRequest.care_type",
  "offering.NotApplicable.reason",
  "offering.ServiceCharge.care_types",
  "offering.ServiceInput.care_type",
  "offering.UpdateServiceChargeRequest.care_types",
  "online_booking.AutoAcceptRule.care_type",
  "online_booking.BookingStatus.status",
  "online_booking.Storefront.weight_unit",
  "options.TimeConflict.kind",
  "order.DiscountInput.type",
  "order.ListOrdersRequest.payment_status",
  "order.Order.payment_status",
  "order.Order.tips_type",
  "order.OrderDiscount.type",
  "order.OrderSnapshot.payment_status",
  "order.SetTipsRequest.tips_type",
  "payment.Card.funding",
  "payment.ChangeAccountRequest.status",
  "payment.CreateAndConfirmAchPaymentRequest.account_holder_type",
  "payment.CreateAndConfirmAchPaymentRequest.account_type",
  "payment.CreateDepositRuleRequest.type",
  "payment.CreateStripeAccountRequest.business_type",
  "payment.DepositRule.type",
  "payment.FinanceNotableUpdate.kind",
  "payment.FinancingMovement.kind",
  "payment.FinancingOffer.offer_type",
  "payment.FinancingOffer.product_type",
  "payment.GetReaderActionResponse.reader_status",
  "payment.GetReaderActionResponse.status",
  "payment.Payment.card_funding",
  "payment.PaymentMethod.kind",
  "payment.PaymentMethod.type",
  "payment.PaymentSetting.processing_fee_paid_by",
  "payment.PreAuthInfo.card_funding",
  "payment.ProviderAccount.business_type",
  "payment.ProviderAccount.identity_session_status",
  "payment.ProviderAccount.setup_status",
  "payment.ProviderAccountMetadata.status",
  "payment.Reader.status",
  "payment.TipChoices.type",
  "payment.TransactionFilter.order",
  "payment.UpdateDepositRuleRequest.type",
];
/** What staff call a kind of animal is a name of their own, whatever a comment gives as examples. */
const isExample = ({ name }: DescField) => name === "pet_type";

const sayWords = /^"[A-Za-z_ -]+"( \([^)]*\))?(, "[A-Za-z_ -]+"( \([^)]*\))?)*,? or "[A-Za-z_ -]+"/;

/** Whether a text may only be one of a few words, as its rule or its comment says. */
function isWordOf(field: DescField): boolean {
  const rule = getOption(field, rulesOption)?.type;
  const item = rule?.case === "repeated" ? rule.value.items?.type : rule;
  return (item?.case === "string" && item.value.in.length > 0) || sayWords.test(commentOf(field));
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
      .filter((field) => isText(field) && !isExample(field) && isWordOf(field))
      .map(({ name }) => `${typeName.replace("leashline.", "").replace(".v1", "")}.${name}`),
  );
  expect(found.sort(), "make it an enum").toEqual(texts);
});

/** Refused by the service, with a code of the specification (60012). */
const refusedLater = ["order.DiscountInput.type"];

test("a request that takes one of a few words refuses any other before a service reads it", () => {
  const { registry } = loadContract();
  const open = texts.filter((name) => {
    const [domain, message = "", field] = name.split(".");
    if (!/(Request|Input)$/.test(message)) return false;
    const desc = registry.getMessage(`leashline.${domain}.v1.${message}`)?.fields.find((one) => one.name === field);
    const rule = desc && getOption(desc, rulesOption)?.type;
    const item = rule?.case === "repeated" ? rule.value.items?.type : rule;
    return item?.case !== "string" || item.value.in.length === 0;
  });
  expect(open).toEqual(refusedLater);
});
