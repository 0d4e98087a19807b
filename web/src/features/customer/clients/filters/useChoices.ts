import { useQuery } from "@connectrpc/connect-query";
import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import { type FilterFieldName, filterField } from "@leashline/proto/rules/client-filter.ts";
import { LONG_STALE } from "../../../../app/calls/query-client.ts";
import { useLocations } from "../../../../app/session/session.ts";
import { NO_STAFF } from "../../../calendar/shared/types.ts";
import { useStaffNames } from "../../../calendar/shared/useCalendar.ts";
import { useReferralSources } from "../../shared/sources/useReferralSources.ts";
import { useTags } from "../../shared/useTags.ts";
import { asksOf, type Group } from "./filter.ts";
import { choiceWords, storedValues } from "./words.ts";

export type Choice = { value: string; label: string };

const ofVaccine = (field: FilterFieldName): boolean => field.startsWith("vaccine_");
const ofAgreement = (field: FilterFieldName): boolean => field.startsWith("agreement_");

/**
 * What a field is chosen from, where it is not written: the company's tags, people, locations and the like. `filter`: the only one whose conditions are said, so that
 * nothing is loaded that none of them names.
 */
export const useChoices = (filter?: Group): ((field: FilterFieldName) => readonly Choice[] | undefined) => {
  const kept = { staleTime: LONG_STALE, meta: { quiet: true } };
  const tags = useTags() ?? [];
  const {
    petCodes: codes = [],
    petSizes: sizes = [],
    coatTypes: coats = [],
  } = useQuery(PetSettingsService.method.getPetSettings, {}, kept).data ?? {};
  const where = (such: typeof ofVaccine) => ({ ...kept, enabled: !filter || asksOf(filter, such) });
  const vaccines = useQuery(VaccineService.method.listVaccines, {}, where(ofVaccine)).data?.vaccines ?? [];
  const agreements = useQuery(AgreementService.method.listAgreements, { pageSize: 200 }, where(ofAgreement)).data?.agreements ?? [];
  const staff = useStaffNames();
  const sources = useReferralSources();
  const locations = useLocations();
  return (field) => {
    if (field === "client_tag") return tags.map(({ id, name }) => ({ value: id, label: name }));
    if (field === "pet_code") return codes.map(({ id, abbreviation, description }) => ({ value: id, label: description || abbreviation }));
    if (field === "pet_size") return sizes.map(({ id, name }) => ({ value: id, label: name }));
    if (field === "pet_coat") return coats.map(({ name }) => ({ value: name, label: name }));
    if (ofVaccine(field)) {
      const each = vaccines.map(({ id, name }) => ({ value: id, label: name }));
      return field === "vaccine_expiring" ? [{ value: "0", label: "Any vaccine" }, ...each] : each;
    }
    if (ofAgreement(field)) return agreements.map(({ id, agreementHeader }) => ({ value: id, label: agreementHeader }));
    if (field === "preferred_groomer") return [...staff].filter(([id]) => id !== NO_STAFF).map(([value, label]) => ({ value, label }));
    if (field === "preferred_business") return locations.map(({ id, name }) => ({ value: id, label: name }));
    if (field === "referral_source") return sources.map(({ id, sourceName }) => ({ value: id, label: sourceName }));
    const { kind, choices } = filterField(field);
    const values = kind === "boolean" ? ["true", "false"] : (choices ?? storedValues[field]);
    return values?.map((value) => ({ value, label: choiceWords(value) }));
  };
};
