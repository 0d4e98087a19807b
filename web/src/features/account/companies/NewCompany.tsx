import { useMutation, useQuery } from "@connectrpc/connect-query";
import { BusinessService, type GetBusinessOptionsResponse } from "@leashline/proto/leashline/account/v1/business_service_pb.js";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import Alert from "@mui/material/Alert";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useSession } from "../../../app/session/session.ts";
import { loadSession } from "../../../app/session/session-api.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { showFieldErrors } from "../../../ui/form/DrawerForm.tsx";
import { withIds } from "../../../ui/links/Link.tsx";
import { AccountFrame } from "../shared/AccountFrame.tsx";
import { CompanyForm } from "./CompanyForm.tsx";
import type { CompanyValues } from "./company-form-parts.tsx";
import { browserZone, guessCountry, proposalsFor } from "./guess.ts";

const firstValues = (options: GetBusinessOptionsResponse): CompanyValues => {
  const zone = browserZone();
  const country = guessCountry(navigator.language, zone, options.countries);
  return {
    companyName: "",
    businessName: "",
    appType: "1",
    phoneNumber: "",
    address1: "",
    address2: "",
    city: "",
    state: "",
    zipcode: "",
    country,
    ...proposalsFor(country, zone, options.countries),
    careTypes: ["GROOMING"],
    staffCount: "",
    previousSoftware: "",
    goals: [],
  };
};

/** A company with its first location; afterwards the calendar. Onboarding of an owner, and a further company of somebody who has one. */
const NewCompany = () => {
  const options = useQuery(BusinessService.method.getBusinessOptions);
  const hasOne = useSession((state) => state.status === "in" && state.businesses.length > 0);
  return (
    <AccountFrame
      title={hasOne ? "Another company" : "Tell us about your business"}
      lead="You can change all of this later in the settings."
      {...(hasOne && { back: "/account" })}
      width={640}
    >
      {options.data ? (
        <Onboarding options={options.data} />
      ) : options.error ? (
        <ErrorState error={options.error} onRetry={() => void options.refetch()} />
      ) : (
        <FormSkeleton fields={9} />
      )}
    </AccountFrame>
  );
};

const Onboarding = ({ options }: { options: GetBusinessOptionsResponse }) => {
  const navigate = useNavigate();
  const [starting] = useState(() => firstValues(options));
  const email = useSession((state) => (state.status === "in" ? state.account.email : ""));
  const form = useForm<CompanyValues>({ defaultValues: starting });
  const create = useMutation(CompanyService.method.createCompany, { meta: { quiet: true } });
  const starter = useMutation(CatalogService.method.createStarterCatalog, { meta: { quiet: true } });

  const answer = useMutation(CompanyService.method.saveCompanyQuestionRecord, { meta: { quiet: true } });

  const submit = form.handleSubmit(async ({ address1, address2, city, state, zipcode, country, appType, ...rest }) => {
    const { staffCount, previousSoftware, goals, ...values } = rest;
    try {
      const chosen = options.countries.find((one) => one.countryAlpha2Code === country);
      const made = await create.mutateAsync({
        ...values,
        appType: Number(appType),
        // Where the shop hears of booking requests and clients' answers to its letters; shown to clients only if somebody says so.
        contactEmail: email,
        countryAlpha2Code: country,
        ...(chosen && { dateFormatType: chosen.dateFormatType, numberFormatType: chosen.numberFormatType }),
        address: { address1, address2, city, state, zipcode, country: chosen?.country ?? "" },
      });
      const session = await loadSession({ companyId: made.company?.id ?? "", businessId: made.businessId });
      await starter
        .mutateAsync({
          careTypes: values.careTypes,
          currencyCode: values.currencyCode,
          weightUnit: session?.preferences.weightUnit ?? "lb",
        })
        .catch(() => toast.warning("Your company is ready. We couldn't add the starter services. You can add services under Settings."));
      // Asked once more on the checklist when it did not get through.
      if (staffCount || previousSoftware || goals.length > 0)
        await answer.mutateAsync({ staffCount, previousSoftware, goals }).catch(() => undefined);
      void navigate(withIds("/calendar/grooming"), { replace: true });
    } catch (error) {
      showFieldErrors(form, error);
    }
  });

  return (
    <>
      {create.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {messageOf(create.error)}
        </Alert>
      )}
      <CompanyForm form={form} options={options} busy={create.isPending || starter.isPending} onSubmit={submit} />
    </>
  );
};

export default NewCompany;
