import type { Json, Known } from "../access/request.ts";

/** How an update is tried: where its record is read, and what goes with every request. */
export interface Case {
  /** The read, what it asks for, and where the record is in the answer: "setting", or "vans.vanId" for that of a list. */
  readonly read: readonly [rpc: string, request: (known: Known) => object, at: string];
  /** Sent with every try: which record it is, and what else the call wants to know. */
  readonly with?: (known: Known) => { [name: string]: Json };
  /** Fields of the record that the call takes no part of, or that this test cannot make up, each with the reason. */
  readonly leave?: Readonly<Record<string, string>>;
  /** What changes with a field by a rule of the business. */
  readonly follows?: Readonly<Record<string, readonly string[]>>;
  /** What is shown beside the record, or made with it, and says nothing of an update. */
  readonly aside?: readonly string[];
  /** Where a record is shown in two parts: both as one. */
  readonly whole?: (record: { [name: string]: Json }) => { [name: string]: Json };
  /** Values that fit better than made-up ones. */
  readonly values?: Readonly<Record<string, readonly Json[]>>;
}

const nothing = () => ({});
const here = ({ business_id }: Known) => ({ businessId: business_id ?? "" });
const of =
  (name: string, id: string) =>
  (known: Known): { [name: string]: Json } => ({ [name]: known[id] ?? "" });
const needsPassword = "signs in with it, so the password is asked for";
const operators = "what the operator set up";
const existingOnly = (careType: string): Json => ({ rules: [{ careType, acceptedClientType: "ACCEPTED_CLIENT_TYPE_EXISTING" }] });
const groomingRule = (acceptClientType: string): Json => ({
  careType: "GROOMING",
  isEnable: true,
  acceptClientType,
  profileUpdateCondition: "PROFILE_UPDATE_CONDITION_UNCHANGED",
  vaccineStatusCondition: "VACCINE_STATUS_CONDITION_UP_TO_DATE",
});
const unique = "a file, which the gateway checks";
/** Most of the others have an effect for some care types alone, and are refused for the rest. */
const serviceOptions: readonly Json[] = [
  { numSessions: 2, showBasePrice: "SHOW_PRICE_HIDE" },
  { numSessions: 3, showBasePrice: "SHOW_PRICE_VARIES" },
];
const intakeSections = (label: string): Json => [
  {
    key: "s1",
    subject: "INTAKE_SUBJECT_OWNER",
    questions: [{ key: "q1", type: "INTAKE_QUESTION_TYPE_SHORT_TEXT", label }],
  },
];
const minutes = [540, 600, 660];

/** Somebody who waits; both families of calls change the same. */
const waits = {
  aside: ["isAvailable", "isExpired"],
  values: { datePreference: [{ nights: 2 }, { nights: 3 }] },
  leave: {
    petServices: "read as the pets and services they name",
    validFrom: "must not be after the last day",
    validTill: "must not be before the first day",
  },
};

/** Acts: what they are asked for is done as a whole, so that there is nothing else that could be wiped. Each says what is needed. */
export const acts: Readonly<Record<string, string>> = {
  "ReferralService/SetReferrer": "who sent one client, or nobody",
  "ClosedDateService/EditHoliday": "closes or opens one holiday",
  "ClientListService/SetClientsInactive": "one switch for many clients, which must be given",
  "PetService/SetPetLifeStatus": "a status and the day it began",
  "AppointmentService/UpdateStatus": "one move, which must be given",
  "AppointmentService/UpdateTicketComments": "one text, which must be given",
  "StaffScheduleService/SaveDateOverrides": "the hours of a day are one value",
  "StaffAvailabilityService/UpdateStaffAvailabilityByTime": "a rotation is one value",
  "StaffAvailabilityService/UpdateStaffAvailabilityBySlot": "a rotation is one value",
  "SlotFreeServiceService/UpdateSlotFreeServices": "all services that take no place are one value",
  "ThreadService/UpdateThread": "one action, which must be given",
  "ClassService/SetAttendance": "whether one pet was there, which must be given",
  "BookingFlowService/SaveBookingProgress": "how far a visitor has come is one value",
  "DaycareService/SetDaycareDay": "the number of one day, or none of its own",
  "StayService/SetExtraPlaces": "the extra places of some nights, or none",
  "OrderService/SetLineStaff": "who did one line",
  "OrderService/SetDiscount": "the discounts are one value",
  "OrderService/SetTips": "the tip is one value",
  "PricingRuleService/SetDiscountSetting": "one choice, which must be given",
  "TipSplitService/SetTipSplit": "the split is one value",
  "CardService/SetDefaultCard": "names one card",
  "PayLinkService/SaveLinkedCard": "one new card of the link's client",
  "PayLinkService/SettleLinkedBill": "asks what became of a payment",
  "PaymentMethodService/SetPaymentMethodStatus": "one switch, which must be given",
  "PaymentMethodService/UpdatePaymentMethod": "one name, which must be given",
  "FeatureFlagService/UpdateFeatureFlag": "one switch, which must be given",
  "MetadataService/UpdateMetadata": "one value, which must be given",
  "ServiceAreaService/SaveStaffAreas": "a week is one value",
  "PrintCardService/UpdatePrintCardSettings": "one's own settings of a kind of card are one value",
  "IntakeFormService/SetIntakeAgreements": "the agreements of a form are one value",
  "BookingQuestionService/SaveBookingQuestions": "the questions of a page are one value",
  "AgreementService/SaveAgreementTemplate": "the words around a link are one value",
  "PasskeyService/RenamePasskey": "one name, which must be given",
  "TerminalService/RenameReader": "one label, which must be given",
  "ReferralSourceService/UpdateReferralSource": "one name, which must be given",
  "RoleService/UpdateRole": "one name, which must be given",
  "TagService/UpdateTag": "one name, which must be given",
  "CategoryService/UpdateCategory": "one name, which must be given",
  "PetSettingsService/SaveCoatType": "one name, which must be given",
};

export const cases: Readonly<Record<string, Case>> = {
  "SmartScheduleSettingService/UpdateSmartScheduleSetting": {
    read: ["calendar.v1.SmartScheduleSettingService/GetSmartScheduleSetting", nothing, "setting"],
    with: () => ({}),
    leave: { overrides: "one value, with tests of its own" },
    values: { bufferTime: [5, 10] },
  },
  "DrivingRuleService/SaveDrivingRule": {
    read: ["calendar.v1.DrivingRuleService/ListDrivingRules", nothing, "rules.drivingRuleId"],
    with: of("drivingRuleId", "driving_rule_id"),
    values: { maxDist: [20, 25], maxTime: [40, 50] },
  },
  "DrivingRuleService/SaveParkingLocation": {
    read: ["calendar.v1.DrivingRuleService/ListParkingLocations", nothing, "locations.locationId"],
    with: of("locationId", "location_id"),
    values: {
      start: [
        { address: "1 First St", lat: 47.5, lng: -122.1 },
        { address: "2 Second St", lat: 47.4, lng: -122.2 },
      ],
      end: [
        { address: "3 Third St", lat: 47.3, lng: -122.3 },
        { address: "4 Fourth St", lat: 47.2, lng: -122.4 },
      ],
    },
  },
  "ServiceAreaService/SaveServiceArea": {
    read: ["calendar.v1.ServiceAreaService/ListServiceAreas", nothing, "areas.areaId"],
    with: of("areaId", "area_id"),
    leave: {
      serviceAreaType: "an area that is drawn needs its corners in the same request",
      businessId: "of a location to which clients come there is none",
    },
    values: {
      zipcodes: [["98103"], ["98104"]],
      circle: [
        { radiusMeters: 500, center: { lat: 1.5, lng: 2.5 }, address: "1 First St" },
        { radiusMeters: 900, center: { lat: 3.5, lng: 4.5 }, address: "2 Second St" },
      ],
      polygon: [
        [
          { lat: 1, lng: 1 },
          { lat: 2, lng: 1 },
          { lat: 2, lng: 2 },
        ],
        [
          { lat: 3, lng: 3 },
          { lat: 4, lng: 3 },
          { lat: 4, lng: 4 },
        ],
      ],
    },
  },
  "DepositRuleService/UpdateDepositRule": {
    read: ["payment.v1.DepositRuleService/GetDepositRule", of("depositRuleId", "deposit_rule_id"), "depositRule"],
    with: of("depositRuleId", "deposit_rule_id"),
    values: { type: ["amount", "percentage"], value: ["7", "9"] },
  },
  "LedgerAccountService/UpdateLedgerAccount": {
    read: ["payment.v1.LedgerAccountService/ListLedgerAccounts", () => ({ pageSize: 1, namesOnly: true }), "accounts.account"],
    with: () => ({ account: "cash_drawer" }),
    values: { number: ["4711", "B12"] },
  },
  "TerminalService/UpdateTerminalLocation": {
    read: ["payment.v1.TerminalService/ListTerminalLocations", nothing, "locations.id"],
    with: of("locationId", "terminal_location_id"),
    values: { address: ["1 Walk St", "2 Walk St"].map((line1) => ({ line1, city: "Seattle", country: "US" })) },
  },
  "ServiceChargeService/UpdateServiceCharge": {
    read: ["offering.v1.ServiceChargeService/GetServiceCharge", of("serviceChargeId", "service_charge_id"), "serviceCharge"],
    with: of("serviceChargeId", "service_charge_id"),
    leave: { autoApply: "this one is a surcharge, which falls due by its time" },
  },
  "AlertService/SaveAlertSettings": {
    read: ["calendar.v1.AlertService/GetAlertSettings", here, "settings"],
    with: here,
    values: {
      clientIcons: [["CLIENT_ALERT_ICON_NEW_CLIENT"], ["CLIENT_ALERT_ICON_ALERT_NOTE"]],
      petIcons: [["PET_ALERT_ICON_VACCINE"], ["PET_ALERT_ICON_HEALTH_ISSUE"]],
    },
  },
  "DaycareService/UpdateDaycareSetting": {
    read: ["calendar.v1.DaycareService/GetDaycareSetting", here, "setting"],
    with: here,
    values: {
      heads: [
        [1, 2, 3, 4, 5, 6, 7],
        [7, 6, 5, 4, 3, 2, 1],
      ],
    },
  },
  "PricingRuleService/UpdatePricingRule": {
    read: ["offering.v1.PricingRuleService/GetPricingRule", of("pricingRuleId", "pricing_rule_id"), "pricingRule"],
    with: of("pricingRuleId", "pricing_rule_id"),
    leave: { selectedServices: "boarding services of the company", allServicesApplicable: "an active rule is for some service" },
    values: {
      ruleItems: [
        [{ startDate: { year: 2040, month: 1, day: 1 }, endDate: { year: 2040, month: 1, day: 2 }, percent: "12" }],
        [{ startDate: { year: 2041, month: 1, day: 1 }, endDate: { year: 2041, month: 1, day: 2 }, percent: "13" }],
      ],
    },
  },
  "CareService/UpdateBelonging": {
    read: ["calendar.v1.CareService/GetCareSheet", of("appointmentId", "appointment_id"), "belongings.belongingId"],
    with: (known) => ({ ...of("appointmentId", "appointment_id")(known), ...of("belongingId", "belonging_id")(known) }),
    leave: { photoPath: unique },
  },
  "WalkService/UpdateWalkReport": {
    read: ["calendar.v1.WalkService/GetWalk", of("appointmentId", "walk_id"), "walk.report"],
    with: of("appointmentId", "walk_id"),
    leave: { photoPaths: unique, pets: "the dogs of the walk" },
    values: { note: ["Sunny", "Rain"] },
  },
  "PlaygroupService/UpdatePlaygroup": {
    read: ["offering.v1.PlaygroupService/GetPlaygroups", nothing, "playgroups.playgroupId"],
    with: of("playgroupId", "playgroup_id"),
    values: { colorCode: ["#112233", "#445566"] },
  },
  "LodgingService/UpdateLodgingType": {
    read: ["offering.v1.LodgingService/ListLodgingTypes", nothing, "lodgingTypes.lodgingTypeId"],
    with: of("lodgingTypeId", "lodging_type_id"),
    values: { rate: ["10", "20"].map((units) => ({ kind: "LODGING_RATE_KIND_MORE", amount: { currencyCode: "USD", units } })) },
  },
  "LodgingService/UpdateLodgingUnit": {
    read: ["offering.v1.LodgingService/ListLodgingUnits", nothing, "lodgingUnits.lodgingUnitId"],
    with: of("lodgingUnitId", "lodging_unit_id"),
    leave: { lodgingTypeId: "one of the company's types" },
    values: {
      cameraUrl: ["https://walk.test/1", "https://walk.test/2"],
      outOfService: [
        [{ startDate: { year: 2040, month: 1, day: 1 }, endDate: { year: 2040, month: 1, day: 2 }, reason: "paint" }],
        [{ startDate: { year: 2041, month: 1, day: 1 }, endDate: { year: 2041, month: 1, day: 2 }, reason: "heating" }],
      ],
    },
  },
  "AgreementService/UpdateAgreement": {
    read: ["customer.v1.AgreementService/GetAgreement", of("id", "agreement_id"), "agreement"],
    with: of("id", "agreement_id"),
    leave: { servicesType: "always the same", blockModify: "locks the text against the other tries" },
    follows: {
      businessIds: ["businessId"],
      agreementHeader: ["versionNumber", "contentHash"],
      agreementContent: ["versionNumber", "contentHash"],
      inputs: ["versionNumber", "contentHash"],
      isNeedFlush: ["versionNumber", "validFromVersion"],
    },
  },
  "IntakeFormService/UpdateIntakeForm": {
    read: ["customer.v1.IntakeFormService/GetIntakeForm", of("id", "intake_form_id"), "form"],
    with: of("id", "intake_form_id"),
    aside: ["updateTime"],
    follows: { sections: ["changed"], title: ["changed"], welcome: ["changed"], thanks: ["changed"], agreementIds: ["changed"] },
    values: {
      sections: [intakeSections("Favourite toy"), intakeSections("Favourite treat")],
    },
  },
  "LeadService/UpdateLead": {
    read: ["customer.v1.LeadService/GetLead", of("customerId", "lead_customer_id"), "lead"],
    with: of("customerId", "lead_customer_id"),
    leave: { lostReason: "only a lost lead has one" },
    values: { stage: ["LEAD_STAGE_CONTACTED", "LEAD_STAGE_INTERESTED"], nextStepDate: ["2027-01-05", "2027-01-06"] },
    follows: { stage: ["stageTime"] },
  },
  "RebookingService/UpdateCustomerGroomingFrequency": {
    read: ["customer.v1.RebookingService/GetCustomerGroomingFrequency", of("customerId", "customer_id"), "frequency"],
    with: of("customerId", "customer_id"),
    follows: {
      period: ["days", "isDefault", "dueDate", "suggestedDate", "value"],
      value: ["days", "isDefault", "dueDate", "suggestedDate", "period"],
    },
  },
  "AccountService/UpdateProfile": {
    read: ["account.v1.AccountService/GetAccount", nothing, "account"],
    leave: { email: needsPassword, phoneNumber: needsPassword, currentPassword: needsPassword, avatarPath: unique },
  },
  "BrandedAppService/UpdateBrandedAppConfig": {
    read: ["account.v1.BrandedAppService/GetBrandedAppConfig", nothing, "config"],
    aside: ["companyId"],
  },
  "BusinessService/UpdateBusiness": {
    read: ["account.v1.BusinessService/GetBusiness", here, "business"],
    with: here,
    leave: { avatarPath: unique },
    values: { appType: ["BUSINESS_APP_TYPE_HYBRID", "BUSINESS_APP_TYPE_MOBILE_GROOMING"] },
    follows: { addressCountry: ["country", "countryAlpha2Code", "countryCode"], timezoneName: ["timezoneSeconds"] },
  },
  "ClockService/UpdateClockSetting": { read: ["account.v1.ClockService/GetClockSetting", here, "setting"], with: here },
  "ClockService/UpdateClockLog": {
    read: ["account.v1.ClockService/ListClockLogs", nothing, "logs.id"],
    with: of("id", "clock_log_id"),
    aside: ["corrections"],
    follows: { clockInTime: ["day", "date", "minutes", "duration"], clockOutTime: ["minutes", "duration"] },
    leave: { clockInTime: "must not overlap another entry", clockOutTime: "must not overlap another entry" },
  },
  "ClosedDateService/UpdateClosedDate": {
    read: ["account.v1.ClosedDateService/GetClosedDates", nothing, "closedDates.id"],
    with: of("id", "closed_date_id"),
    leave: {
      startDate: "must fit the last day that is kept",
      endDate: "must fit the first day that is kept",
      closedDate: "all of them at once",
    },
  },
  "CompanyService/UpdateCompany": { read: ["account.v1.CompanyService/GetCompany", nothing, "company"] },
  "CompanyService/UpdateCompanyPreference": {
    read: ["account.v1.CompanyService/GetCompanyPreference", nothing, "preference"],
    leave: { currencyCode: "of a company that has taken money it stays", countryAlpha2Code: "phones are read by it" },
    follows: { dateFormatType: ["dateFormat"], numberFormatType: ["numberFormat"] },
    values: { timezoneName: ["America/Denver", "America/Chicago"] },
  },
  "CompanyService/SaveCompanyQuestionRecord": { read: ["account.v1.CompanyService/GetCompanyQuestionRecord", nothing, "record"] },
  "DefaultSettingService/UpdateDefaultSetting": {
    read: ["account.v1.DefaultSettingService/GetDefaultSetting", () => ({ type: 1 }), "settings.type"],
    with: (known) => ({ ...here(known), type: 1 }),
    aside: ["type"],
    follows: { values: ["value1", "value2", "value3", "value4", "value5"] },
  },
  "DefaultSettingService/UpdateBusinessEmail": {
    read: ["account.v1.DefaultSettingService/GetBusinessEmail", here, "businessEmail"],
    with: here,
    follows: { notificationEmailList: ["notificationEmail"] },
  },
  "DefaultSettingService/UpdateDefaultGroomingFrequency": {
    read: ["account.v1.DefaultSettingService/GetDefaultGroomingFrequency", nothing, "frequency"],
    follows: { period: ["accountId"], value: ["accountId"] },
  },
  "LocationService/UpdateLocation": {
    read: ["account.v1.LocationService/GetLocation", of("id", "business_id"), "location"],
    with: of("id", "business_id"),
    leave: { avatarPath: unique },
    values: {
      // One to which clients come has no service areas any more.
      businessType: ["BUSINESS_APP_TYPE_HYBRID", "BUSINESS_APP_TYPE_MOBILE_GROOMING"],
      timezoneName: ["America/Denver", "America/Chicago"],
      socialLinks: [{ facebook: "https://walk.test/1" }, { facebook: "https://walk.test/2" }],
    },
  },
  "LocationService/UpdateOnlinePreference": {
    read: ["account.v1.LocationService/GetLocation", of("id", "business_id"), "location.onlinePreference"],
    with: of("id", "business_id"),
  },
  "MetadataService/UpdateMultiStaffSetting": { read: ["account.v1.MetadataService/GetMultiStaffSetting", nothing, "setting"] },
  "PayrollSettingService/UpdatePayrollSetting": {
    read: ["account.v1.PayrollSettingService/GetPayrollSetting", here, "setting"],
    with: here,
  },
  "PayrollSettingService/SavePayrollException": {
    read: ["account.v1.PayrollSettingService/ListPayrollExceptions", here, "exceptions.serviceId"],
    with: (known) => ({ ...here(known), ...of("serviceId", "service_id")(known) }),
    aside: ["serviceId", "serviceName", "serviceType"],
  },
  "RoleService/UpdateRolePermissions": {
    read: ["account.v1.RoleService/GetRolePermissions", of("roleId", "role_id"), "role"],
    with: of("roleId", "role_id"),
    values: { permissions: [["PERMISSION_VIEW_CALENDAR"], ["PERMISSION_VIEW_CALENDAR", "PERMISSION_EDIT_TICKET_COMMENT"]] },
  },
  "StaffService/UpdateStaff": {
    read: ["account.v1.StaffService/GetStaffFullDetail", of("id", "staff_id"), "detail"],
    with: of("id", "staff_id"),
    leave: { avatarPath: unique, businessIds: "where one works is of the person, not of the detail", fireDate: "ends what others need" },
    follows: { roleId: ["roleName"], phone: ["phoneDisplay"] },
    whole: ({ staff, ...detail }) => ({ ...(staff as object), ...detail }),
    values: {
      phone: ["+12065570005", "+12065570006"],
      paySetting: [
        { tipsEnable: true, tipsPayRate: 5 },
        { tipsEnable: true, tipsPayRate: 6 },
      ],
    },
  },
  "StaffService/UpdateMyNotificationPreference": {
    read: ["account.v1.StaffService/GetStaffFullDetail", () => ({ id: "0" }), "detail.notificationPreference"],
  },
  "TaxService/UpdateTaxRule": { read: ["account.v1.TaxService/ListTaxRules", nothing, "taxRules.id"], with: of("id", "tax_id") },
  "VanService/UpdateVan": {
    read: ["account.v1.VanService/ListVans", here, "vans.vanId"],
    with: of("vanId", "van_id"),
    follows: { staffIdList: ["staffList"], clearStaff: ["staffList", "staffIdList"] },
    leave: { avatarPath: unique, locationId: "of a thing that is not built", drivingRuleId: "of a thing that is not built" },
  },
  "WebhookService/UpdateWebhookEndpoint": {
    read: ["account.v1.WebhookService/ListWebhookEndpoints", nothing, "endpoints.id"],
    with: of("id", "endpoint_id"),
    follows: { allEvents: ["eventTypes"], enabled: ["disabledReason", "failingSince"] },
    values: { eventTypes: [["calendar.appointment_booked"], ["calendar.appointment_cancelled"]] },
  },
  "AppointmentService/UpdateAppointment": {
    read: ["calendar.v1.AppointmentService/GetAppointment", of("id", "appointment_id"), "appointment"],
    with: (known) => ({
      ...of("id", "appointment_id")(known),
      override: { overbook: true, outsideWorkingHours: true, withoutVaccine: true, reason: "walk" },
    }),
    // What its order says comes a moment after.
    aside: ["outstandingBalance", "prepaidAmount", "prepayStatus", "prepayRate"],
    leave: {
      petServices: "the lines are one value, with tests of their own",
      override: "sent with every try",
      repeatModifyType: "which of a series are meant",
    },
    follows: {
      startTime: ["startTime", "endTime", "petServiceList", "startAt", "endAt", "outOfHours", "overbooked", "overrideReason"],
      appointmentDate: ["endDate", "startAt", "endAt", "petServices", "outOfHours", "overbooked", "overrideReason"],
    },
    values: { startTime: minutes },
  },
  "AppointmentService/UpdateActionTime": {
    read: ["calendar.v1.AppointmentService/GetAppointment", of("id", "appointment_id"), "appointment"],
    with: of("id", "appointment_id"),
    leave: { checkInTime: "of an appointment that has begun", checkOutTime: "of an appointment that has begun" },
  },
  "BlockService/UpdateBlock": {
    read: ["calendar.v1.BlockService/GetBlock", of("id", "block_id"), "block"],
    with: (known) => ({ ...of("id", "block_id")(known), overbook: true }),
    leave: { overbook: "sent with every try" },
    values: { startTime: [610, 620], endTime: [670, 680] },
  },
  "ClassService/UpdateClass": {
    read: ["calendar.v1.ClassService/GetClass", of("id", "class_id"), "groupClass"],
    with: (known) => ({ ...of("id", "class_id")(known), overbook: true }),
    leave: { overbook: "sent with every try", staffId: "somebody who works there" },
    values: { capacity: [5, 6] },
  },
  "ClassService/UpdateClassSession": {
    read: ["calendar.v1.ClassService/GetClass", of("id", "class_id"), "groupClass.sessions.id"],
    with: (known) => ({ ...of("id", "session_id")(known), overbook: true, outsideWorkingHours: true }),
    leave: { overbook: "sent with every try", outsideWorkingHours: "sent with every try", staffId: "somebody who works there" },
    values: { startTime: [610, 620], endTime: [1270, 1280] },
  },
  "CalendarSettingService/UpdateCalendarSetting": {
    read: ["calendar.v1.CalendarSettingService/GetCalendarSetting", here, "setting"],
    with: here,
    follows: { isDrivingTimeOpen: ["isDrivingTimeVisible"] },
    leave: { isDrivingTimeVisible: "follows from driving time" },
    values: { calendarViewStartAt: [480, 540], calendarViewEndAt: [1200, 1260] },
  },
  "StaffScheduleService/UpdateStaffSchedule": {
    read: ["calendar.v1.StaffScheduleService/ListStaffSchedules", ({ staff_id }) => ({ staffIds: [staff_id] }), "schedules.staffId"],
    with: of("staffId", "staff_id"),
    leave: { days: "a rotation is one value, with tests of its own" },
    follows: { scheduleType: ["startDate"], startDate: ["startDate"] },
  },
  "AddressService/UpdateAddress": {
    read: ["customer.v1.AddressService/ListAddresses", of("customerId", "customer_id"), "addresses.customerAddressId"],
    with: of("customerAddressId", "customer_address_id"),
    leave: { customerId: "an address stays with its client" },
    values: { lat: ["47.6", "47.7"], lng: ["-122.3", "-122.4"] },
  },
  "ClientService/UpdateClient": {
    read: ["customer.v1.ClientService/GetClient", of("customerId", "customer_id"), "client"],
    with: of("customerId", "customer_id"),
    leave: { avatarPath: unique, inactive: "others of the walk need the client" },
    follows: { phoneNumber: ["phoneDisplay"] },
    values: { phoneNumber: ["+12065570001", "+12065570002"] },
  },
  "ClientService/UpdatePreferredTip": {
    read: ["customer.v1.ClientService/GetPreferredTip", of("customerId", "customer_id"), "preferredTip"],
    with: of("customerId", "customer_id"),
  },
  "ContactService/UpdateContact": {
    read: ["customer.v1.ContactService/ListContacts", of("customerId", "customer_id"), "contacts.customerContactId"],
    with: of("customerContactId", "customer_contact_id"),
    leave: { customerId: "a contact stays with its client" },
    values: { phoneNumber: ["+12065570003", "+12065570004"] },
  },
  "FilterViewService/UpdateFilterView": {
    read: ["customer.v1.FilterViewService/GetFilterView", of("id", "view_id"), "view"],
    with: of("id", "view_id"),
    leave: { filter: "a filter is one value", fields: "columns by name", orderBy: "an order is one value" },
  },
  "NoteService/UpdateNote": {
    read: ["customer.v1.NoteService/ListNotes", of("customerId", "customer_id"), "notes.customerNoteId"],
    with: of("customerNoteId", "customer_note_id"),
    leave: { beforePhotoPath: unique, afterPhotoPath: unique },
  },
  "PetService/UpdatePet": {
    read: ["customer.v1.PetService/GetPet", of("petId", "pet_id"), "pet"],
    with: of("petId", "pet_id"),
    leave: { avatarPath: unique, inactive: "others of the walk need the pet", petSizeId: "follows from the weight" },
    follows: { weight: ["petSizeId", "petSizeName"], petType: ["breed", "secondaryBreed"] },
    values: { weight: ["20", "22"], petType: ["Dog", "Cat"], coatType: ["Walk coat"] },
  },
  "PetSettingsService/SavePetType": {
    read: ["customer.v1.PetSettingsService/GetPetSettings", nothing, "petTypes.id"],
    with: of("id", "pet_type_id"),
  },
  "PetSettingsService/SaveIncidentType": {
    read: ["customer.v1.PetSettingsService/GetPetSettings", nothing, "incidentTypes.id"],
    with: of("id", "incident_type_id"),
  },
  "IncidentService/UpdateIncident": {
    read: ["customer.v1.IncidentService/GetIncident", of("incidentId", "incident_id"), "incident"],
    with: of("incidentId", "incident_id"),
    leave: {
      appointmentId: "a visit of one of its pets",
      photoPaths: unique,
      pets: "one pet is needed, and shown by its name",
      staffIds: "people who were there",
    },
    follows: { incidentTypeId: ["incidentTypeName", "warns"] },
    values: {
      happenedTime: ["2026-03-04T10:00:00Z", "2026-03-04T11:00:00Z"],
      told: [[{ who: "Owner", how: "Phone" }], [{ who: "Vet", how: "In person" }]],
    },
  },
  "PetSettingsService/SavePetCode": {
    read: ["customer.v1.PetSettingsService/GetPetSettings", nothing, "petCodes.id"],
    with: of("id", "pet_code_id"),
    values: { abbreviation: ["WA", "WB"], color: ["#112233", "#445566"] },
  },
  "VaccineService/SaveVaccine": {
    read: ["customer.v1.VaccineService/ListVaccines", nothing, "vaccines.id"],
    with: of("id", "vaccine_id"),
    follows: { requiredForScheduling: ["requiredCareTypes"], specificPetType: ["petTypes"] },
  },
  "VaccineService/SavePetVaccine": {
    read: ["customer.v1.VaccineService/ListPetVaccines", ({ pet_id }) => ({ petIds: [pet_id] }), "petVaccines.vaccineId"],
    with: (known) => ({ ...of("petId", "pet_id")(known), ...of("vaccineId", "vaccine_id")(known) }),
    leave: { documentPath: unique },
    follows: { expirationDate: ["tag"] },
  },
  "VaccineProofService/UpdateVaccineSettings": {
    read: ["customer.v1.VaccineProofService/GetVaccineSettings", nothing, "settings"],
    with: nothing,
    leave: { remindByEmail: "reminders need a way to go, and the text may be off" },
    values: { remindDaysBefore: [7, 14] },
  },
  "AutoMessageService/UpdateAutoMessage": {
    read: ["message.v1.AutoMessageService/ListAutoMessages", here, "autoMessages.useCase"],
    with: (known) => ({ ...here(known), useCase: "AUTO_MESSAGE_USE_CASE_FIRST_REMINDER" }),
    values: { daysBefore: [2, 3], clientReceive: [["MESSAGE_METHOD_EMAIL"]] },
  },
  "QuietHoursService/UpdateQuietHours": {
    read: ["message.v1.QuietHoursService/GetQuietHours", here, "quietHours"],
    with: here,
    values: { quietFrom: [1320, 1380], quietTo: [420, 450] },
  },
  "AutoReplyService/UpdateAutoReply": {
    read: ["message.v1.AutoReplyService/GetAutoReply", here, "autoReply"],
    with: here,
    leave: { timeRange: "a list of days is one value" },
  },
  "TemplateService/UpdateTemplate": {
    read: ["message.v1.TemplateService/ListTemplates", () => ({ includeInactive: true }), "templates.id"],
    with: of("id", "template_id"),
  },
  "AddOnService/UpdateAddOn": {
    read: ["offering.v1.AddOnService/BatchGetAddOns", ({ add_on_id }) => ({ ids: [add_on_id] }), "addOns.id"],
    with: of("id", "add_on_id"),
    leave: {
      images: unique,
      businessOverrides: "per location",
      categoryId: "of add-ons",
      inactive: "others of the walk need it",
      stayDay: "of boarding",
    },
    follows: { careType: ["careTypeId"], categoryId: ["categoryName"] },
  },
  "CareTypeService/UpdateCareType": {
    read: ["offering.v1.CareTypeService/ListCareTypes", nothing, "careTypes.id"],
    with: of("id", "care_type_id"),
  },
  "CatalogService/UpdateService": {
    read: ["offering.v1.CatalogService/GetService", of("id", "service_id"), "service"],
    with: of("id", "service_id"),
    leave: { images: unique, staffOverrides: "per person", locationOverrides: "per location", inactive: "others of the walk need it" },
    values: { options: serviceOptions },
    follows: { careType: ["careTypeId", "dedicatedStaff"], categoryId: ["categoryName"], options: ["dedicatedStaff"] },
  },
  "CompanyServiceService/UpdateCompanyService": {
    read: ["offering.v1.CompanyServiceService/ListFullServices", () => ({ pageSize: 1000 }), "services.id"],
    with: of("id", "service_id"),
    leave: {
      images: unique,
      staffOverrides: "per person",
      locationOverrides: "per location",
      status: "others of the walk need it",
      careTypeId: "a service keeps its care type",
    },
    values: { options: serviceOptions },
    follows: { categoryId: ["categoryName"] },
  },
  "AppointmentWaitlistService/UpdateWaitEntry": {
    read: ["online_booking.v1.AppointmentWaitlistService/GetWaitEntry", of("id", "waitlist_entry_id"), "entry"],
    with: of("id", "waitlist_entry_id"),
    ...waits,
  },
  "WaitlistService/UpdateWaitlist": {
    read: ["online_booking.v1.WaitlistService/GetWaitlist", of("id", "stay_waitlist_id"), "entry"],
    with: of("id", "stay_waitlist_id"),
    ...waits,
  },
  "OnlineBookingSettingService/UpdateOnlineBookingSetting": {
    read: ["online_booking.v1.OnlineBookingSettingService/GetOnlineBookingSetting", here, "setting"],
    with: here,
    leave: { bookOnlineName: "the page's address, which others of the walk use" },
    values: {
      ...{ farthestAvailable: [60, 90], version: [1, 2], stayMinNights: [1, 2], stayMaxNights: [20, 30], busyFilter: [25, 40] },
      embedSites: [{ sites: ["https://paws.example"] }, { sites: ["https://www.paws.example", "http://localhost:4000"] }],
      acceptedByCare: [existingOnly("BOARDING"), existingOnly("DAYCARE")],
      ...{ stayArrivalFrom: [480, 500], stayArrivalTo: [1080, 1100], stayDepartureFrom: [480, 500], stayDepartureTo: [1080, 1100] },
    },
  },
  "PaymentGroupService/UpdatePaymentGroupSetting": {
    read: ["online_booking.v1.PaymentGroupService/GetPaymentGroupSetting", here, "groups.kind"],
    with: (known) => ({ ...here(known), kind: "PAYMENT_GROUP_KIND_NEW" }),
    leave: { depositAmount: "what is made up is what it has" },
    values: {
      paymentType: ["BOOKING_PAYMENT_TYPE_NONE", "BOOKING_PAYMENT_TYPE_CARD_ON_FILE"],
      depositPercentage: [25, 40],
    },
  },
  "GoogleReserveService/UpdateGoogleReserveIntegration": {
    read: ["online_booking.v1.GoogleReserveService/GetGoogleReserveIntegration", here, "integration"],
    with: here,
    // Where it stands with Google moves by itself.
    whole: ({ enabled = false }) => ({ enabled }),
  },
  "AutomationService/UpdateAutomationSetting": {
    read: ["online_booking.v1.AutomationService/GetAutomationSetting", here, "setting"],
    with: here,
    values: { rules: [[groomingRule("ACCEPTED_CLIENT_TYPE_EXISTING")], [groomingRule("ACCEPTED_CLIENT_TYPE_NEW")]] },
  },
  "RecoveryMessageService/UpdateRecoveryMessageSetting": {
    read: ["online_booking.v1.RecoveryMessageService/GetRecoveryMessageSetting", here, "setting"],
    with: here,
    values: {
      clientTypes: [["BOOKING_CUSTOMER_TYPE_EXISTING_CLIENT"], ["BOOKING_CUSTOMER_TYPE_NON_CLIENT"]],
      abandonedSteps: [["BOOKING_STEP_WELCOME_PAGE"], ["BOOKING_STEP_SELECT_PET"]],
      message: ["Come back: {bookingLink}", "Go on here: {bookingLink}"],
      onTypeDays: [
        [0, 6],
        [1, 2, 3, 4, 5],
      ],
    },
  },
  "WaitlistOfferSettingService/UpdateWaitlistOfferSetting": {
    read: ["online_booking.v1.WaitlistOfferSettingService/GetWaitlistOfferSetting", here, "setting"],
    with: here,
    values: { answerMinutes: [30, 45], quietFrom: [1200, 1260], quietTo: [420, 480], cutOffMinutes: [60, 120] },
  },
  "AbandonedBookingService/UpdateAbandonedBooking": {
    read: ["online_booking.v1.AbandonedBookingService/GetAbandonedBooking", of("bookingFlowId", "booking_flow_id"), "record"],
    with: of("bookingFlowId", "booking_flow_id"),
    values: { abandonStatus: ["ABANDON_STATUS_CONTACTED", "ABANDON_STATUS_ABANDONED"] },
    whole: ({ customer, ...record }) => ({ ...(customer as { [name: string]: Json }), ...record }),
  },
  "AbandonedBookingService/UpdateAbandonedPet": {
    read: ["online_booking.v1.AbandonedBookingService/GetAbandonedBooking", of("bookingFlowId", "booking_flow_id"), "record"],
    with: (known: Known) => ({ bookingFlowId: known.booking_flow_id ?? "", petPlace: 1 }),
    whole: ({ pets, version }) => ({ ...(pets as { [name: string]: Json }[])[0], version: version ?? 0 }),
  },
  "StorefrontConfigService/UpdateStorefrontConfig": {
    read: ["online_booking.v1.StorefrontConfigService/GetStorefrontConfig", here, "config"],
    with: here,
    leave: { bookOnlineName: "set with the online booking settings", gallery: "pictures that were uploaded" },
    values: {
      thankYouUrl: ["https://paws.example/a", "https://paws.example/b"],
      analyticsId: ["G-ABC123DEF4", "G-ABC123DEF5"],
      customDomainName: ["book.paws.example", "book.claws.example"],
      teams: [
        [{ name: "Ana", title: "Groomer", introduction: "Since 2012" }],
        [{ name: "Lee", title: "Bather", introduction: "Since 2019" }],
      ],
      pageComponents: [["LANDING_PART_ABOUT"], ["LANDING_PART_TEAM"]],
    },
  },
  "OnlineAvailabilityService/UpdateServiceOnlineSetting": {
    read: ["offering.v1.CatalogService/GetService", of("id", "service_id"), "service"],
    with: of("serviceId", "service_id"),
    leave: { serviceId: "which one it is" },
    whole: ({ options, ...service }) => ({ ...service, ...(options as { [name: string]: Json }) }),
  },
  "OnlineProfileService/UpdateOnlineProfile": {
    read: ["online_booking.v1.OnlineProfileService/GetOnlineProfile", here, "profile"],
    with: here,
    values: {
      openingHours: [[{ day: 1, startTime: 540, endTime: 1020 }], [{ day: 2, startTime: 600, endTime: 900 }]],
      phoneNumber: ["+12065550141", "+12065550142"],
      contactEmail: ["one@paws.example", "two@paws.example"],
      website: ["https://paws.example", "https://two.example"],
      facebook: ["https://facebook.com/a", "https://facebook.com/b"],
      instagram: ["https://instagram.com/a", "https://instagram.com/b"],
      google: ["https://google.com/a", "https://google.com/b"],
      yelp: ["https://yelp.com/a", "https://yelp.com/b"],
      tiktok: ["https://tiktok.com/a", "https://tiktok.com/b"],
    },
  },
  "OrderSettingService/UpdateOrderSetting": { read: ["order.v1.OrderSettingService/GetOrderSetting", nothing, "setting"] },
  "PaymentSettingService/UpdatePaymentSetting": {
    read: ["payment.v1.PaymentSettingService/GetPaymentSetting", here, "setting"],
    leave: {
      businessId: "whose setting it is",
      amountStep: operators,
      testMode: operators,
      publishableKey: operators,
      cardScriptUrl: operators,
    },
    values: {
      processingFeePaidBy: ["client", "business"],
      primaryPayType: [1, 2],
      depositReturnPercentage: ["50", "25"],
      depositReturnHours: [48, 12],
    },
  },
  "PaymentSettingService/UpdateSmartTipConfig": {
    read: ["payment.v1.PaymentSettingService/GetSmartTipConfig", here, "config"],
    leave: { businessId: "whose setting it is" },
    values: {
      lower: [{ type: "percentage", low: "11", medium: "16", high: "21" }],
      upper: [{ type: "percentage", low: "12", medium: "17", high: "22" }],
    },
  },
};
