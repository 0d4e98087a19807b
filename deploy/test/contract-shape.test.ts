import { type DescMessage, type DescMethod, getOption } from "@bufbuild/protobuf";
import { field as rulesOption } from "@leashline/proto/buf/validate/validate_pb.js";
import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { sensitivity, Tier } from "@leashline/proto/leashline/options/v1/access_pb.js";
import { expect, test } from "vitest";

// One shape for every update and one for every list. What is not yet so is named here, and these lists may only shrink.

/** Lists without size and token, or without a bound of their own, by what bounds them. */
const wholeLists: Readonly<Record<string, readonly string[]>> = {
  "the contract names them all": [
    "account.ListFeatureFlags",
    "account.ListPermissions",
    "account.ListReferralSourceTemplates",
    "account.ListWebhookEventTypes",
    "customer.ListImportFields",
    "message.ListPlaceholders",
  ],
  "a person has few": [
    "account.ListEnterprises",
    "account.ListPasskeys",
    "account.ListRelatedAccounts",
    "account.ListSessions",
    "online_booking.ListVisitAddresses",
  ],
  "a business has as many as it has people": [
    "account.ListClockStatuses",
    "account.ListEnterpriseStaffByLocation",
    "account.ListPayrollExceptions",
    "account.ListPayrollStaff",
    "account.ListStaffByLocation",
    "account.ListStaffToTell",
    "calendar.ListCalendarStaff",
    "calendar.ListStaffAreas",
    "calendar.ListStaffByWorkingDate",
    "calendar.ListStaffSchedules",
  ],
  "a company has few, and settings show them together": [
    "account.ListApiKeys",
    "account.ListBusinesses",
    "account.ListLocations",
    "account.ListReferralSources",
    "account.ListRoles",
    "account.ListTaxRules",
    "account.ListVanStaffHistory",
    "account.ListVans",
    "account.ListWebhookEndpoints",
    "calendar.ListGoogleCalendars",
    "calendar.ListSlotFreeServices",
    "customer.ListFilterViews",
    "customer.ListPetSizes",
    "customer.ListTags",
    "customer.ListVaccines",
    "customer.ListZipcodes",
    "message.ListAutoMessages",
    "message.ListTemplates",
    "payment.ListBooksAccounts",
    "payment.ListPaymentMethods",
  ],
  "the catalog, which a booking shows whole": [
    "offering.ListAddOns",
    "offering.ListApplicableServices",
    "offering.ListCareTypes",
    "offering.ListCategories",
    "offering.ListCategoryServices",
  ],
  "a client or an appointment has few": [
    "customer.ListAddresses",
    "customer.ListContacts",
    "customer.ListPets",
    "online_booking.ListWaitingForGap",
    "payment.ListCards",
  ],
  "as many as the ids that were sent": ["customer.ListPetVaccines", "customer.ListReached", "message.ListSentAutoMessages"],
  "the days that were asked for bound them": [
    "account.ListHolidays",
    "calendar.ListCardAlerts",
    "calendar.ListDayCards",
    "calendar.ListDaySlotInfos",
    "calendar.ListFreeSlots",
    "calendar.ListMonthCards",
    "calendar.ListStaffWorkingDaily",
    "calendar.ListWorkingHours",
    "online_booking.ListAvailableTimes",
    "online_booking.ListWaitlistPlaces",
    "payment.ListAccountBalances",
    "reporting.ListDayTotals",
  ],
  "paged; the service answers 200 at most, however many were asked for": ["online_booking.ListBookingRequests"],
};
/** Updates without a mask, which an update of "optional" fields needs none of, or without the version they saw, by why. */
const unversioned: Readonly<Record<string, readonly string[]>> = {
  "switches of their own, none of which makes sense only with another": [
    "account.UpdateClockSetting",
    "account.UpdateDefaultGroomingFrequency",
    "account.UpdateFeatureFlag",
    "account.UpdateMetadata",
    "account.UpdateMultiStaffSetting",
    "account.UpdateMyNotificationPreference",
    "account.UpdateOnlinePreference",
    "account.UpdatePayrollSetting",
    "customer.UpdatePreferredTip",
    "message.UpdateAutoReply",
  ],
  "one name or value, of which the last that was said holds": [
    "account.UpdateBrandedAppConfig",
    "account.UpdateBusinessEmail",
    "account.UpdateDefaultSetting",
    "account.UpdateReferralSource",
    "customer.UpdateTag",
    "offering.UpdateCareType",
    "payment.UpdatePaymentMethod",
  ],
  "an act on a thread, not a record": ["message.UpdateThread"],
  "its list goes as a whole, and it names the version": [
    "account.UpdateWebhookEndpoint",
    "calendar.UpdateAppointment",
    "calendar.UpdateSlotFreeServices",
    "calendar.UpdateStaffAvailabilityBySlot",
    "calendar.UpdateStaffAvailabilityByTime",
  ],
  "its days and times go together, and it names the version": [
    "account.UpdateClockLog",
    "calendar.UpdateActionTime",
    "calendar.UpdateBlock",
  ],
  "its path in the specification has no version, and one of few people writes it": [
    "account.UpdateClosedDate",
    "customer.UpdateAddress",
    "customer.UpdateContact",
    "customer.UpdateFilterView",
    "customer.UpdateNote",
    "message.UpdateTemplate",
  ],
};
const named = (known: Readonly<Record<string, readonly string[]>>): string[] => Object.values(known).flat().sort();

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
  expect(others.sort()).toEqual(named(wholeLists));
});

test("every update names the version it saw, and a mask where a record or a list is in it", () => {
  const updates = methods.filter(({ name }) => /^Update[A-Z]/.test(name));
  expect(updates.length).toBeGreaterThan(20);
  const hasMask = ({ input }: DescMethod) =>
    fieldOf(input, "update_mask") !== undefined || input.fields.every((one) => one.fieldKind !== "list" && one.fieldKind !== "message");
  const others = updates.filter((one) => !hasMask(one) || fieldOf(one.input, "version") === undefined).map(nameOf);
  expect(others.sort()).toEqual(named(unversioned));
});

/** The fields of a message and of those in it, that tell of a person or of what they hold. */
function personal(message: DescMessage, seen = new Set<DescMessage>()): string[] {
  if (seen.has(message)) return [];
  seen.add(message);
  return message.fields.flatMap((one) => [
    ...(getOption(one, sensitivity) !== 0 || /token|customer|client/.test(one.name) ? [`${message.name}.${one.name}`] : []),
    ...(one.message ? personal(one.message, seen) : []),
  ]);
}

test("what is the same for all is a read that is open to anybody, whose question names nothing of a visitor", () => {
  const shared = loadContract().methods.filter(({ access }) => access?.sameForAll);
  expect(shared.length).toBeGreaterThan(2);
  expect(shared.filter(({ tier, read }) => tier !== Tier.ANONYMOUS || !read).map(({ path }) => path)).toEqual([]);
  expect(shared.flatMap(({ desc }) => personal(desc.input))).toEqual([]);
});
