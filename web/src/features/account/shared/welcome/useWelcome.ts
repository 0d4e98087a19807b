import { useMutation, useQuery } from "@connectrpc/connect-query";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { MetadataService, MetadataOwnerType as Owner } from "@leashline/proto/leashline/account/v1/metadata_service_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { StaffScheduleService } from "@leashline/proto/leashline/calendar/v1/staff_schedule_service_pb.js";
import { TextNumberService } from "@leashline/proto/leashline/message/v1/text_number_service_pb.js";
import { AddOnService } from "@leashline/proto/leashline/offering/v1/add_on_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import { PaymentSettingService } from "@leashline/proto/leashline/payment/v1/payment_setting_pb.js";
import { isOwner } from "../../../../app/session/permissions.ts";
import { useInfo } from "../../../../app/session/session.ts";
import { HIDDEN_KEY, idsIn, isTaxed, OPENED_KEY, SKIPPED_KEY, type Step, stepsOf, team } from "./welcome.ts";

type Welcome = {
  steps: Step[];
  refetch: () => void;
  setHidden: (hidden: boolean) => void;
  setSkipped: (id: string, skipped: boolean) => void;
  setOpened: (id: string) => void;
};

/** Whether the checklist of this business was put away; undefined while that is not known, and for whoever is not its owner. */
export const useHidden = () => {
  const owner = isOwner(useInfo().employeeCategory ?? 0);
  const found = useQuery(MetadataService.method.describeMetadata, { keys: [HIDDEN_KEY, SKIPPED_KEY, OPENED_KEY] }, { enabled: owner });
  const values = found.data?.values;
  return { hidden: values?.some(({ key }) => key === HIDDEN_KEY), values: values ?? [], refetch: found.refetch };
};

/** The owner's checklist with what is true right now. Without steps once it was put away, and for everybody else. */
export const useWelcome = (): Welcome => {
  const { hidden, values, refetch } = useHidden();
  const store = useMutation(MetadataService.method.updateMetadata);
  const asked = { enabled: hidden === false, meta: { quiet: true } };
  const hours = useQuery(StaffScheduleService.method.listStaffSchedules, {}, asked);
  const taxes = useQuery(TaxService.method.listTaxRules, {}, asked);
  const services = useQuery(CatalogService.method.listServices, { includeInactive: true, pageSize: 1000 }, asked);
  const addOns = useQuery(AddOnService.method.listAddOns, {}, asked);
  const company = useQuery(CompanyService.method.getCompany, {}, asked).data?.company;
  const boards = company?.careTypes.includes("BOARDING") ?? false;
  const rooms = useQuery(LodgingService.method.listLodgingUnits, {}, { ...asked, enabled: asked.enabled && boards });
  const storefront = useQuery(OnlineBookingSettingService.method.getOnlineBookingSetting, {}, asked);
  const cards = useQuery(PaymentSettingService.method.getPaymentSetting, {}, asked);
  const texts = useQuery(TextNumberService.method.getTextNumber, {}, asked);
  const questions = useQuery(CompanyService.method.getCompanyQuestionRecord, {}, asked);
  const staff = useQuery(StaffService.method.listCompanyStaffWithLocations, { pageSize: 2 }, asked);
  const opened = idsIn(values, OPENED_KEY);
  const known = <T, R>(data: T | undefined, fact: (data: T) => R) => (data === undefined ? undefined : fact(data));
  const facts = {
    hours: known(hours.data, ({ schedules }) => schedules.some(({ version }) => version > 0)),
    tax: taxes.data && services.data && addOns.data && isTaxed(taxes.data.taxRules, services.data.services, addOns.data.addOns),
    services: known(services.data, ({ services: found }) => found.length > 0 && opened.includes("services")),
    rooms: boards ? known(rooms.data, ({ lodgingUnits }) => lodgingUnits.length > 0) : undefined,
    staff: team(questions.data?.record?.staffCount) ? known(staff.data, (found) => found.staff.length > 1) : undefined,
    storefront: known(storefront.data, ({ setting }) => setting?.isEnable === true),
    cards: known(cards.data, ({ setting }) => setting?.cardsLive === true),
    testText: known(texts.data, ({ testTextSent }) => testTextSent),
    questionnaire: known(questions.data, ({ record }) => record?.updateTime !== undefined),
  };
  const skipped = idsIn(values, SKIPPED_KEY);
  const keep = (key: string, value: string) => store.mutate({ key, value, ownerType: Owner.BUSINESS }, { onSuccess: () => void refetch() });
  return {
    steps: asked.enabled ? stepsOf(facts, skipped) : [],
    refetch: () => void texts.refetch(),
    setHidden: (value) => keep(HIDDEN_KEY, value ? "true" : ""),
    setSkipped: (id, on) => keep(SKIPPED_KEY, JSON.stringify([...skipped.filter((one) => one !== id), ...(on ? [id] : [])])),
    setOpened: (id) => keep(OPENED_KEY, JSON.stringify([...opened.filter((one) => one !== id), id])),
  };
};
