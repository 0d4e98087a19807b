import { wireDay } from "../wire.ts";
import { workday } from "../workday.ts";

/** What is made, in order: the RPC, what a plain well-formed request would get wrong, and where the answer holds ids. */
export type Step = [rpc: string, over: (known: Record<string, string>) => object, gathered: Record<string, string>];

const nothing = () => ({});

export const day = (ahead: number) => wireDay(Temporal.Now.plainDateISO().add({ days: ahead }));

/** A day on which a shop is open. */
const openDay = (ahead: number) => wireDay(workday(Temporal.Now.timeZoneId(), ahead));

function onlyBasics(name: string) {
  return (known: Record<string, string>) => ({
    [name]: {
      name: `${known.mark} ${name}`,
      careType: "GROOMING",
      duration: 60,
      price: { currencyCode: "USD", units: "40" },
      taxId: known.tax_id,
    },
  });
}

function clientOver({ mark }: Record<string, string>) {
  const client = {
    firstName: mark,
    lastName: `${mark}son`,
    email: `${mark}@clients.test`,
    phoneNumber: `+1206556${String(mark).length}${number(mark)}`,
  };
  return { client, pets: [{ petName: `${mark} Rex`, petType: "Dog" }], address: { address1: `${mark} Street 1`, city: "Seattle" } };
}

const twinOver = ({ mark }: Record<string, string>) => ({ client: { firstName: `${mark} Twin`, lastName: `${mark}son`, type: 2 } });
const leadOver = ({ mark }: Record<string, string>) => ({ client: { firstName: `${mark} Lead`, lastName: `${mark}son`, type: 1 } });

/** Three digits of a mark's own. */
const number = (mark = ""): string =>
  String([...mark].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000, 7)).padStart(3, "0");

const askedByHand = () => ({ agreementContent: "<p>We walk {petName}.</p>", blockModify: false, agreementRequiredType: 3, inputs: [] });
const askedFor = (agreement: string) => (known: Record<string, string>) => ({ agreementId: known[agreement], appointmentId: "0" });

const addressOver = ({ customer_id, mark }: Record<string, string>) => ({
  address: { customerId: customer_id, address1: `${mark} Road 2` },
});
const contactOver = ({ customer_id, mark }: Record<string, string>) => ({ contact: { customerId: customer_id, firstName: mark } });
const importOver = () => {
  const content = Buffer.from("First name,Phone\nWalker,+12065550199\n");
  return { fileName: "walk.csv", totalBytes: String(content.length), content: content.toString("base64") };
};
/** The questions of a new form by their keys: name, phone number; a pet's name and type. */
const filledIn = ({ mark }: Record<string, string>) => {
  const answer = (questionKey: string, ...values: (string | undefined)[]) => ({ questionKey, values });
  const owner = [answer("q1", mark), answer("q2", `${mark}son`), answer("q3", `+1206557${number(mark)}1`)];
  return { owner, pets: [{ answers: [answer("q6", `${mark} Rex`), answer("q7", "Dog")] }], website: "" };
};
const incidentOver = ({ pet_id, incident_type_id, mark }: Record<string, string>) => ({
  incident: {
    incidentTypeId: incident_type_id,
    happenedTime: new Date().toISOString(),
    description: `${mark} slipped`,
    pets: [{ petId: pet_id }],
  },
});
const proofOver = ({ company_id }: Record<string, string>) => ({
  documentPath: `/uploads/private/${company_id}/walk0000000000000000/proof.pdf`,
  expirationDate: day(200),
});
const evaluationOver = () => ({ evaluatedOn: day(-1), validUntil: day(90), result: 1, staffId: "0", appointmentId: "0" });
const bookingOver = ({ customer_id, pet_id, service_id, staff_id, mark }: Record<string, string>) => ({
  customerId: customer_id,
  staffId: staff_id,
  appointmentDate: day(7),
  startTime: 600,
  petServices: [{ petId: pet_id, services: [{ serviceId: service_id, duration: 60 }] }],
  ticketComments: `${mark} comes early`,
  bookingRequestId: "0",
  override: { overbook: true, outsideWorkingHours: true, withoutVaccine: true, reason: "walk" },
});
const walkOver = (known: Record<string, string>) => ({
  ...bookingOver(known),
  startTime: 720,
  petServices: [{ petId: known.pet_id, services: [{ serviceId: known.walk_service_id, duration: 30 }] }],
});
const orderOver = ({ customer_id, service_id, mark }: Record<string, string>) => ({
  customerId: customer_id,
  appointmentId: "0",
  lines: [{ type: 1, serviceId: service_id, name: `${mark} line`, quantity: 1, unitPrice: { currencyCode: "USD", units: "40" } }],
});
const paid = {
  amount: { currencyCode: "USD", units: "5" },
  method: "cash",
  tips: undefined,
  methodId: "0",
  cardId: "0",
  paymentMethodToken: "",
  saveCard: false,
  checkNumber: "",
  invoiceId: "0",
};
const wishOver = ({ service_id, book_online_name }: Record<string, string>) => ({
  bookOnlineName: book_online_name,
  pets: [{ serviceIds: [service_id] }],
  staffId: "0",
  startDate: day(14),
  endDate: day(24),
});
const askOver = ({ service_id, book_online_name, free_date, free_time, mark = "" }: Record<string, string>) => {
  return {
    bookOnlineName: book_online_name,
    customer: { firstName: mark, lastName: "Parent", phoneNumber: `+1206557${number(mark)}1` },
    pets: [{ petName: `${mark} Pip`, petType: "Dog", serviceIds: [service_id] }],
    staffId: "0",
    date: wireDay(free_date ?? ""),
    startTime: Number(free_time),
    // An appointment, no stay.
    endDate: undefined,
    endTime: undefined,
    lodgingTypeId: "0",
    moreDates: [],
    classId: "0",
    classWaitlist: false,
    // Staff answer for whom they enter.
    card: undefined,
    // No walk.
    address: undefined,
  };
};
const flowOf = ({ mark }: Record<string, string>) => `left-by-the-walker-${mark}`;
/** Somebody who left; written to at once, so that they are on the list. */
const leftOver = (known: Record<string, string>) => ({
  bookOnlineName: known.book_online_name,
  bookingFlowId: flowOf(known),
  step: 11,
  customer: { firstName: known.mark, lastName: "Leaver", phoneNumber: `+1206557${number(known.mark ?? "")}2` },
  pets: [{ petName: `${known.mark} Dot`, petType: "Dog", serviceIds: [known.service_id] }],
});
const pageOver = ({ mark }: Record<string, string>) => ({
  bookOnlineName: `page-${mark}`,
  isEnable: true,
  autoAccept: false,
  clientPortal: true,
  aboutUs: `${mark} about`,
  ...{ stayMinNights: 1, stayMaxNights: 30, stayArrivalFrom: 540, stayArrivalTo: 1080, stayDepartureFrom: 540, stayDepartureTo: 1080 },
});

const waitOver =
  (service: string) =>
  ({ customer_id, pet_id, mark, ...known }: Record<string, string>) => ({
    customerId: customer_id,
    petServices: [{ petId: pet_id, serviceList: [{ serviceId: known[service] }] }],
    ticketComment: `${mark} can wait`,
  });
const boarding = ({ mark }: Record<string, string>) => ({
  service: { name: `${mark} boarding`, careType: "BOARDING", duration: 60, price: { currencyCode: "USD", units: "60" } },
});
const daycare = ({ mark }: Record<string, string>) => ({
  service: { name: `${mark} daycare`, careType: "DAYCARE", duration: 480, price: { currencyCode: "USD", units: "40" } },
});
const puppySchool = ({ mark }: Record<string, string>) => ({
  service: { name: `${mark} puppy school`, careType: "GROUP_CLASS", duration: 60, price: { currencyCode: "USD", units: "150" } },
});
const dogWalk = ({ mark }: Record<string, string>) => ({
  service: { name: `${mark} walk`, careType: "DOG_WALKING", duration: 30, price: { currencyCode: "USD", units: "24" } },
});
const classOver = ({ class_service_id, staff_id, mark }: Record<string, string>) => ({
  serviceId: class_service_id,
  staffId: staff_id,
  name: `${mark} puppies`,
  capacity: 4,
  price: undefined,
  sessions: [9, 16].map((ahead) => ({ date: day(ahead), startTime: 1200, endTime: 1260 })),
  overbook: true,
});

const peakOver = () => ({
  ruleType: 4,
  active: false,
  allServicesApplicable: true,
  selectedServices: [],
  ruleItems: [{ startDate: day(30), endDate: day(32), percent: "15" }],
});

export const steps: Step[] = [
  ["calendar.v1.DrivingRuleService/SaveDrivingRule", () => ({ drivingRuleId: "0" }), { driving_rule_id: "rule.drivingRuleId" }],
  [
    "calendar.v1.DrivingRuleService/SaveParkingLocation",
    ({ mark }) => ({ locationId: "0", start: { address: `1 ${mark} St`, lat: 47.6, lng: -122.3 } }),
    { location_id: "location.locationId" },
  ],
  [
    "calendar.v1.ServiceAreaService/SaveServiceArea",
    () => ({ areaId: "0", serviceAreaType: 2, zipcodes: ["98101"], polygon: [], circle: undefined }),
    { area_id: "area.areaId" },
  ],
  [
    "payment.v1.DepositRuleService/CreateDepositRule",
    () => ({ type: "percentage", value: "5", newClientsOnly: true }),
    { deposit_rule_id: "depositRule.depositRuleId" },
  ],
  ["account.v1.TaxService/AddTaxRule", nothing, { tax_id: "taxRule.id" }],
  [
    "offering.v1.ServiceChargeService/CreateServiceCharge",
    () => ({ autoApply: false }),
    { service_charge_id: "serviceCharge.serviceChargeId" },
  ],
  ["offering.v1.PricingRuleService/CreatePricingRule", peakOver, { pricing_rule_id: "pricingRule.pricingRuleId" }],
  [
    "customer.v1.AgreementService/CreateAgreement",
    () => ({ agreementContent: "<p>We walk {petName}.</p>", blockModify: false }),
    { agreement_id: "agreement.id" },
  ],
  ["account.v1.ReferralSourceService/CreateReferralSource", nothing, { referral_source_id: "referralSource.id" }],
  ["account.v1.ClosedDateService/AddClosedDate", () => ({ startDate: day(90), endDate: day(91) }), { closed_date_id: "closedDate.id" }],
  ["account.v1.RoleService/CreateRole", () => ({ permissions: [3] }), { role_id: "role.id" }],
  ["account.v1.StaffService/CreateStaff", () => ({ showOnCalendar: true, employeeCategory: 0 }), { staff_id: "staff.id" }],
  ["account.v1.InviteService/SendStaffInvite", nothing, { invite_code: "inviteCode" }],
  ["account.v1.ClockService/CreateClockLog", nothing, { clock_log_id: "log.id" }],
  ["account.v1.VanService/CreateVan", () => ({ staffIdList: [] }), { van_id: "van.vanId", from_van_id: "van.vanId" }],
  ["account.v1.VanService/CreateVan", () => ({ staffIdList: [] }), { to_van_id: "van.vanId" }],
  ["account.v1.WebhookService/CreateWebhookEndpoint", () => ({ eventTypes: [] }), { endpoint_id: "endpoint.id" }],
  ["account.v1.ApiKeyService/CreateApiKey", () => ({ permissions: [3] }), { api_key_id: "apiKey.id" }],
  ["account.v1.EnterpriseService/CreateEnterprise", nothing, { enterprise_id: "enterprise.id" }],
  ["offering.v1.CategoryService/CreateCategory", () => ({ addOn: false }), { category_id: "category.id" }],
  ["offering.v1.CatalogService/CreateService", onlyBasics("service"), { service_id: "service.id" }],
  ["offering.v1.AddOnService/CreateAddOn", onlyBasics("addOn"), { add_on_id: "addOn.id" }],
  ["offering.v1.CareTypeService/ListCareTypes", nothing, { care_type_id: "careTypes.0.id" }],
  ["offering.v1.LodgingService/CreateLodgingType", () => ({ petSizeIds: [] }), { lodging_type_id: "lodgingType.lodgingTypeId" }],
  ["offering.v1.LodgingService/CreateLodgingUnits", nothing, { lodging_unit_id: "lodgingUnits.0.lodgingUnitId" }],
  ["offering.v1.PlaygroupService/CreatePlaygroup", () => ({ petSizeIds: [], petCodeIds: [] }), { playgroup_id: "playgroup.playgroupId" }],
  ["customer.v1.PetSettingsService/SavePetType", () => ({ id: "0" }), { pet_type_id: "petType.id" }],
  ["customer.v1.PetSettingsService/SaveCoatType", () => ({ id: "0" }), { coat_type_id: "coatType.id" }],
  ["customer.v1.PetSettingsService/SavePetCode", () => ({ id: "0", abbreviation: "WK" }), { pet_code_id: "petCode.id" }],
  ["customer.v1.PetSettingsService/ListPetSizes", nothing, { pet_size_id: "petSizes.0.id" }],
  ["customer.v1.TagService/CreateTag", nothing, { tag_id: "tag.id" }],
  ["customer.v1.ClientService/CreateClientWithPets", clientOver, { customer_id: "client.customerId", pet_id: "pets.0.petId" }],
  [
    "offering.v1.CatalogService/CreateService",
    ({ mark }) => ({ service: { name: `${mark} evaluation`, careType: "EVALUATION", duration: 30 } }),
    { evaluation_service_id: "service.id" },
  ],
  ["offering.v1.EvaluationService/RecordPetEvaluation", evaluationOver, { evaluation_id: "evaluation.evaluationId" }],
  ["customer.v1.ClientService/CreateClient", leadOver, { lead_customer_id: "client.customerId" }],
  ["customer.v1.ClientService/CreateClient", twinOver, { winner_id: "client.customerId", other_customer_id: "client.customerId" }],
  ["customer.v1.ClientService/CreateClient", twinOver, { loser_id: "client.customerId" }],
  ["customer.v1.MergeService/MergeClients", () => ({ take: [], pets: [] }), { merge_id: "merge.mergeId" }],
  [
    "customer.v1.AddressService/CreateAddress",
    addressOver,
    { customer_address_id: "address.customerAddressId", address_id: "address.customerAddressId" },
  ],
  ["customer.v1.ContactService/CreateContact", contactOver, { customer_contact_id: "contact.customerContactId" }],
  ["customer.v1.PetSettingsService/SaveIncidentType", () => ({ id: "0" }), { incident_type_id: "incidentType.id" }],
  ["customer.v1.IncidentService/CreateIncident", incidentOver, { incident_id: "incident.incidentId" }],
  ["customer.v1.NoteService/CreateNote", nothing, { customer_note_id: "note.customerNoteId" }],
  ["customer.v1.VaccineService/SaveVaccine", () => ({ id: "0", petTypes: [], specificPetType: false }), { vaccine_id: "vaccine.id" }],
  ["customer.v1.VaccineService/SavePetVaccine", nothing, { vaccine_binding_id: "petVaccine.vaccineBindingId" }],
  ["customer.v1.VaccineProofService/UpdateVaccineSettings", () => ({ approvalRequired: true }), {}],
  ["customer.v1.VaccineProofService/CreateVaccineProof", proofOver, { proof_id: "proof.proofId" }],
  ["customer.v1.AgreementRecordService/CreateUnsignedAgreement", () => ({ appointmentId: "0" }), { agreement_record_id: "record.id" }],
  ["customer.v1.AgreementService/CreateAgreement", askedByHand, { to_send: "agreement.id" }],
  ["customer.v1.AgreementRecordService/CreateUnsignedAgreement", askedFor("to_send"), { unsign_id: "record.id" }],
  ["customer.v1.AgreementService/CreateAgreement", askedByHand, { to_sign: "agreement.id" }],
  [
    "customer.v1.AgreementRecordService/CreateUnsignedAgreement",
    askedFor("to_sign"),
    { signed_record_id: "record.id", read_hash: "record.contentHash" },
  ],
  [
    "customer.v1.AgreementRecordService/SignAgreement",
    (known) => ({
      ...{ id: known.signed_record_id, contentHash: known.read_hash },
      ...{ signature: "M 100 200 L 300 120 L 420 260", inputs: [], versionNumber: 0 },
    }),
    {},
  ],
  ["customer.v1.IntakeFormService/CreateIntakeForm", () => ({ sections: [] }), { intake_form_id: "form.id", form_id: "form.uuid" }],
  ["customer.v1.IntakeFormService/PublishIntakeForm", nothing, {}],
  ["customer.v1.IntakePageService/GetIntakePage", () => ({ ticket: "" }), { ticket: "page.ticket" }],
  ["customer.v1.IntakePageService/SubmitIntakeForm", filledIn, {}],
  [
    "customer.v1.IntakeSubmissionService/ListIntakeSubmissions",
    () => ({ filter: 0, customerId: "0" }),
    { intake_submission_id: "submissions.0.id" },
  ],
  ["customer.v1.FilterViewService/CreateFilterView", () => ({ filter: {}, fields: [] }), { view_id: "view.id" }],
  ["customer.v1.ImportService/CreateImport", importOver, { import_id: "import.importId" }],
  ["calendar.v1.AppointmentService/BookAppointment", bookingOver, { appointment_id: "appointment.id", ticket_id: "appointment.id" }],
  [
    "calendar.v1.CareService/CreateCareSchedule",
    () => ({ replacesId: "0", times: [480, 1080] }),
    { care_schedule_id: "schedule.careScheduleId" },
  ],
  ["calendar.v1.CareService/AddBelonging", () => ({ photoPath: "" }), { belonging_id: "belonging.belongingId" }],
  ["calendar.v1.AppointmentService/ListActionLog", nothing, { log_id: "entries.0.id" }],
  ["calendar.v1.BlockService/CreateBlock", () => ({ date: day(8), overbook: true }), { block_id: "block.id" }],
  [
    "calendar.v1.SlotService/HoldSlot",
    (known) => ({ date: openDay(10), staffIds: [known.staff_id], serviceIds: [], heldRequest: undefined, heldOffer: undefined }),
    { token: "token" },
  ],
  [
    "order.v1.OrderService/CreateOrder",
    orderOver,
    { order_id: "order.id", invoice_id: "order.id", order_line_item_id: "order.items.0.orderLineItemId" },
  ],
  [
    "payment.v1.PaymentService/CreatePayment",
    (known) => ({ ...paid, orderId: known.order_id }),
    { payment_id: "payment.id", transaction_id: "payment.id" },
  ],
  ["order.v1.OrderService/CreateOrder", orderOver, { contested_order: "order.id" }],
  [
    "payment.v1.PaymentService/CreatePayment",
    (known) => ({
      ...paid,
      method: "card",
      paymentMethodToken: "pm_card_createDispute",
      orderId: known.contested_order,
      takenOn: undefined,
    }),
    {},
  ],
  ["payment.v1.DisputeService/ListDisputes", () => ({ filter: {} }), { dispute_id: "disputes.0.id" }],
  [
    "payment.v1.TerminalService/CreateTerminalLocation",
    () => ({ address: { line1: "1 Walk St", city: "Seattle", country: "US" } }),
    { terminal_location_id: "location.id" },
  ],
  [
    "payment.v1.TerminalService/CreateReader",
    (known) => ({ locationId: known.terminal_location_id, registrationCode: "simulated-s700" }),
    { stripe_reader_id: "reader.id" },
  ],
  ["payment.v1.CashDrawerService/OpenCashDrawer", nothing, { drawer_id: "drawer.drawerId" }],
  ["payment.v1.CashDrawerService/AdjustCashDrawer", () => ({ kind: 1 }), { adjustment_id: "adjustment.adjustmentId" }],
  ["payment.v1.CreditService/GiveCredit", () => ({ amount: { currencyCode: "USD", units: "50" } }), { change_id: "change.changeId" }],
  ["payment.v1.CardService/AttachCard", () => ({ chargeToken: "pm_card_visa" }), { card_id: "card.cardId" }],
  [
    "payment.v1.PaymentMethodService/CreatePaymentMethod",
    (known) => ({ method: `Voucher ${known.mark}` }),
    { method_id: "paymentMethod.id" },
  ],
  ["message.v1.MessageService/SendMessage", () => ({ method: 1, mediaUrl1: "" }), { message_id: "message.id", thread_id: "thread.id" }],
  ["message.v1.TextConsentService/RecordTextConsent", ({ mark }) => ({ agreed: true, words: `${mark} said yes` }), {}],
  ["message.v1.TemplateService/CreateTemplate", nothing, { template_id: "template.id" }],
  ["online_booking.v1.OnlineBookingSettingService/UpdateOnlineBookingSetting", pageOver, { book_online_name: "setting.bookOnlineName" }],
  ["online_booking.v1.StorefrontService/ListAvailableTimes", wishOver, { free_date: "days.0.date", free_time: "days.0.times.0.startTime" }],
  ["online_booking.v1.StorefrontService/SubmitBooking", askOver, { status_token: "statusToken" }],
  [
    "online_booking.v1.BookingRequestService/ListBookingRequests",
    () => ({ status: 0, onlyLate: false }),
    { booking_request_id: "bookingRequests.0.id" },
  ],
  [
    "online_booking.v1.PaymentGroupService/UpdatePaymentGroupSetting",
    () => ({ kind: 2, paymentType: 1, depositPercentage: 50, customerTagIdList: [], version: 0, updateMask: undefined }),
    {},
  ],
  ["online_booking.v1.BookingFlowService/SaveBookingProgress", leftOver, {}],
  [
    "online_booking.v1.BookingFlowService/CountBookingStep",
    (known) => ({ bookOnlineName: known.book_online_name, bookingFlowId: flowOf(known), step: 5 }),
    {},
  ],
  [
    "online_booking.v1.AbandonedBookingService/UpdateAbandonedBooking",
    (known) => ({ bookingFlowId: flowOf(known), abandonStatus: 2, version: 0 }),
    { booking_flow_id: "record.bookingFlowId" },
  ],
  [
    "online_booking.v1.AppointmentWaitlistService/CreateWaitEntry",
    waitOver("service_id"),
    { waitlist_entry_id: "entry.id", wait_list_id: "entry.id" },
  ],
  ["offering.v1.CatalogService/CreateService", boarding, { stay_service_id: "service.id" }],
  ["online_booking.v1.WaitlistService/CreateWaitlist", waitOver("stay_service_id"), { stay_waitlist_id: "entry.id" }],
  ["offering.v1.CatalogService/CreateService", daycare, { daycare_service_id: "service.id" }],
  ["offering.v1.CatalogService/CreateService", puppySchool, { class_service_id: "service.id" }],
  ["offering.v1.CatalogService/CreateService", dogWalk, { walk_service_id: "service.id" }],
  ["calendar.v1.AppointmentService/BookAppointment", walkOver, { walk_id: "appointment.id" }],
  [
    "calendar.v1.ClassService/CreateClass",
    classOver,
    { class_id: "groupClass.id", session_id: "groupClass.sessions.0.id", missed_session_id: "groupClass.sessions.1.id" },
  ],
  ["calendar.v1.ClassService/EnrolPet", () => ({ price: undefined }), { enrolment_id: "enrolment.id" }],
];
