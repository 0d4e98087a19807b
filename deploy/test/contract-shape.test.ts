import { type DescMessage, type DescMethod, getOption } from "@bufbuild/protobuf";
import { field as rulesOption } from "@leashline/proto/buf/validate/validate_pb.js";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { expect, test } from "vitest";

// One shape for every update and one for every list. What is not yet so is named here, and these lists may only shrink.

/** Lists without size and token, or without a bound: what a shop has few of. */
const wholeLists: string[] = [
  "account.ListApiKeys",
  "account.ListBusinesses",
  "account.ListClockStatuses",
  "account.ListEnterpriseStaffByLocation",
  "account.ListEnterprises",
  "account.ListFeatureFlags",
  "account.ListHolidays",
  "account.ListLocations",
  "account.ListPasskeys",
  "account.ListPayrollExceptions",
  "account.ListPayrollStaff",
  "account.ListPermissions",
  "account.ListReferralSourceTemplates",
  "account.ListReferralSources",
  "account.ListRelatedAccounts",
  "account.ListRoles",
  "account.ListSessions",
  "account.ListStaffByLocation",
  "account.ListTaxRules",
  "account.ListVanStaffHistory",
  "account.ListVans",
  "account.ListWebhookEndpoints",
  "account.ListWebhookEventTypes",
  "calendar.ListCalendarStaff",
  "calendar.ListCardAlerts",
  "calendar.ListDayCards",
  "calendar.ListDaySlotInfos",
  "calendar.ListFreeSlots",
  "calendar.ListGoogleCalendars",
  "calendar.ListMonthCards",
  "calendar.ListSlotFreeServices",
  "calendar.ListStaffAreas",
  "calendar.ListStaffByWorkingDate",
  "calendar.ListStaffSchedules",
  "calendar.ListStaffWorkingDaily",
  "calendar.ListWorkingHours",
  "customer.ListAddresses",
  "customer.ListContacts",
  "customer.ListFilterViews",
  "customer.ListImportFields",
  "customer.ListPetSizes",
  "customer.ListPetVaccines",
  "customer.ListPets",
  "customer.ListReached",
  "customer.ListTags",
  "customer.ListVaccines",
  "customer.ListZipcodes",
  "message.ListAutoMessages",
  "message.ListPlaceholders",
  "message.ListSentAutoMessages",
  "message.ListTemplates",
  "offering.ListAddOns",
  "offering.ListApplicableServices",
  "offering.ListCareTypes",
  "offering.ListCategories",
  "offering.ListCategoryServices",
  "online_booking.ListAvailableTimes",
  "online_booking.ListBookingRequests",
  "online_booking.ListWaitingForGap",
  "online_booking.ListWaitlistPlaces",
  "payment.ListAccountBalances",
  "payment.ListBooksAccounts",
  "payment.ListCards",
  "payment.ListPaymentMethods",
  "reporting.ListDayTotals",
];
/** Updates without a mask, which an update of "optional" fields needs none of, or without the version they saw. */
const unversioned: string[] = [
  "account.UpdateBrandedAppConfig",
  "account.UpdateBusinessEmail",
  "account.UpdateClockLog",
  "account.UpdateClockSetting",
  "account.UpdateClosedDate",
  "account.UpdateDefaultGroomingFrequency",
  "account.UpdateDefaultSetting",
  "account.UpdateFeatureFlag",
  "account.UpdateMetadata",
  "account.UpdateMultiStaffSetting",
  "account.UpdateMyNotificationPreference",
  "account.UpdateOnlinePreference",
  "account.UpdatePayrollSetting",
  "account.UpdateReferralSource",
  "account.UpdateWebhookEndpoint",
  "calendar.UpdateActionTime",
  "calendar.UpdateAppointment",
  "calendar.UpdateBlock",
  "calendar.UpdateSlotFreeServices",
  "calendar.UpdateStaffAvailabilityBySlot",
  "calendar.UpdateStaffAvailabilityByTime",
  "customer.UpdateAddress",
  "customer.UpdateContact",
  "customer.UpdateFilterView",
  "customer.UpdateNote",
  "customer.UpdatePreferredTip",
  "customer.UpdateTag",
  "message.UpdateAutoReply",
  "message.UpdateTemplate",
  "message.UpdateThread",
  "offering.UpdateCareType",
  "payment.UpdatePaymentMethod",
];

const methods = loadContract()
  .methods.filter(({ access }) => access !== undefined)
  .map(({ desc }) => desc);
const nameOf = ({ input }: DescMethod): string => input.typeName.replace(/^leashline\.|Request$/g, "").replace(".v1.", ".");
const fieldOf = (message: DescMessage, name: string) => message.fields.find((one) => one.name === name);

function isPaged({ input, output }: DescMethod): boolean {
  const size = fieldOf(input, "page_size");
  const most = size && getOption(size, rulesOption)?.type;
  const isBounded = most?.case === "int32" && most.value.lessThan.case === "lte";
  return isBounded && fieldOf(input, "page_token") !== undefined && fieldOf(output, "next_page_token") !== undefined;
}

/** A list by id for our own services goes on after the last id instead of a token. */
const goesOnAfterAnId = ({ input }: DescMethod): boolean =>
  input.fields.some(({ name }) => /^after_\w+_id$/.test(name)) && fieldOf(input, "page_size") !== undefined;

test("every list takes a bounded size and a token, and answers the next", () => {
  const lists = methods.filter(({ name }) => /^List[A-Z]/.test(name));
  expect(lists.length).toBeGreaterThan(30);
  const others = lists.filter((one) => !isPaged(one) && !goesOnAfterAnId(one)).map(nameOf);
  expect(others.sort()).toEqual(wholeLists);
});

test("every update names the version it saw, and a mask where a record or a list is in it", () => {
  const updates = methods.filter(({ name }) => /^Update[A-Z]/.test(name));
  expect(updates.length).toBeGreaterThan(20);
  const hasMask = ({ input }: DescMethod) =>
    fieldOf(input, "update_mask") !== undefined || input.fields.every((one) => one.fieldKind !== "list" && one.fieldKind !== "message");
  const others = updates.filter((one) => !hasMask(one) || fieldOf(one.input, "version") === undefined).map(nameOf);
  expect(others.sort()).toEqual(unversioned);
});
