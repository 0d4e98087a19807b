import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";

/** What a field called just "id" names, by service, and by RPC where one service keeps several things. */
const byService: Record<string, string> = {
  AgreementRecordService: "agreement_record_id",
  AgreementService: "agreement_id",
  ApiKeyService: "api_key_id",
  AddOnService: "add_on_id",
  AppointmentService: "appointment_id",
  AppointmentWaitlistService: "waitlist_entry_id",
  AutoMessageService: "appointment_id",
  BlockSeriesService: "block_id",
  BlockService: "block_id",
  BookingRequestService: "booking_request_id",
  BusinessService: "business_id",
  CareTypeService: "care_type_id",
  CatalogService: "service_id",
  CategoryService: "category_id",
  ClockService: "clock_log_id",
  ClosedDateService: "closed_date_id",
  CompanyServiceService: "service_id",
  FilterViewService: "view_id",
  IntakeFormService: "intake_form_id",
  IntakeSubmissionService: "intake_submission_id",
  LocationService: "business_id",
  MessageService: "message_id",
  PaymentMethodService: "method_id",
  ReferralSourceService: "referral_source_id",
  StaffService: "staff_id",
  TagService: "tag_id",
  TaxService: "tax_id",
  TemplateService: "template_id",
  ThreadService: "thread_id",
  VaccineService: "vaccine_id",
  WaitlistService: "stay_waitlist_id",
  WebhookService: "endpoint_id",
};
const byRpc: Record<string, string> = {
  GetAgreementEvidence: "signed_record_id",
  SavePetType: "pet_type_id",
  DeletePetType: "pet_type_id",
  SaveCoatType: "coat_type_id",
  DeleteCoatType: "coat_type_id",
  SavePetCode: "pet_code_id",
  DeletePetCode: "pet_code_id",
  BatchUpsertPetSizes: "pet_size_id",
};

export const ownId = ({ desc, service }: ContractMethod): string => byRpc[desc.name] ?? byService[service.name] ?? "";
