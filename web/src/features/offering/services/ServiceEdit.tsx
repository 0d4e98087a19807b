import { useMutation, useQuery } from "@connectrpc/connect-query";
import { TaxService } from "@leashline/proto/leashline/account/v1/tax_service_pb.js";
import { type CareType, CareTypeService } from "@leashline/proto/leashline/offering/v1/care_type_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type FormEvent, useCallback } from "react";
import { useParams, useSearchParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useGo } from "../../../ui/links/Link.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { RepriceNote } from "../shared/RepriceNote.tsx";
import { useServiceCreate, useServiceDelete, useServiceUpdate } from "../shared/service-face.ts";
import { startingTax } from "../shared/starting-tax.ts";
import { isMeant } from "./is-meant.ts";
import { ServiceFields } from "./ServiceFields.tsx";
import { type ServiceValues, serviceInput, serviceMask, serviceValues } from "./service-values.ts";

/** /createOrEditService/{careTypeId}?id=: one service of a care type. */
const ServiceEdit = () => {
  const { careTypeId = "1" } = useParams();
  const [query] = useSearchParams();
  return <ServicePage careTypeId={careTypeId} id={query.get("id") ?? ""} />;
};

/** One service of a care type; a new one without an id. */
export const ServicePage = ({ careTypeId, id }: { careTypeId: string; id: string }) => {
  const types = useQuery(CareTypeService.method.listCareTypes);
  const service = useQuery(CatalogService.method.getService, { id }, { enabled: id !== "" });
  const taxes = useQuery(TaxService.method.listTaxRules);
  const careType = types.data?.careTypes.find((type) => type.id === careTypeId);
  const known = service.data?.service;
  const error = types.error ?? service.error;
  const back = pathTo("/setting/services/:panel?/:childPanel?", { panel: careType?.serviceItemType.toLowerCase() });
  return (
    <SettingsFrame title={id ? (known?.name ?? "Service") : `New ${careType?.name.toLowerCase() ?? ""} service`} back={back}>
      {id !== "" && <RepriceNote serviceId={id} />}
      {careType && (id === "" ? !taxes.isPending : known) ? (
        <Form
          key={known?.id ?? "new"}
          careType={careType}
          {...(known && { known })}
          taxId={startingTax(taxes.data?.taxRules ?? [])}
          back={back}
          onSaved={() => void (id && service.refetch())}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([types.refetch(), id && service.refetch()])} />
      ) : (
        <FormSkeleton />
      )}
    </SettingsFrame>
  );
};

type FormProps = { careType: CareType; known?: Service; taxId: string; back: string; onSaved: () => void };

const Form = ({ careType, known, taxId, back, onSaved }: FormProps) => {
  const go = useGo();
  const { currencyCode } = usePreferences();
  const format = useFormat();
  const create = useServiceCreate();
  const update = useServiceUpdate();
  const [form, theirs] = useLiveForm<ServiceValues>(serviceValues(known, taxId, careType.serviceItemType));
  const onSave = useCallback(
    async (values: ServiceValues) => {
      if (known && !(await isMeant(known.id))) return false;
      const service = serviceInput(values, currencyCode, known, careType.serviceItemType);
      if (known) await update({ id: known.id, service, version: known.version, paths: serviceMask });
      else await create(careType, service);
      toast.success(known ? "Service saved" : "Service added");
      onSaved();
      if (known?.price && toMinor(known.price) !== toMinor(service.price))
        void (await import("../shared/offer-reprice.ts")).offerReprice({ serviceId: known.id, was: known.price }, format);
      return true;
    },
    [known, currencyCode, careType, create, update, onSaved, format],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const saveAndLeave = async (event: FormEvent) => {
    if (known) return submit(event);
    event.preventDefault();
    if (await save()) go(back);
  };
  return (
    <Box component="form" noValidate onSubmit={saveAndLeave} sx={{ display: "grid", gap: 2 }}>
      <ServiceFields form={form} careType={careType} id={known?.id ?? ""} />
      <Box sx={{ display: "flex", alignItems: "center" }}>
        {known && <Drop service={known} back={back} />}
        <Box sx={{ ml: "auto" }}>
          <Overtaken fields={theirs} />
          <SaveBar label={known ? "Save service" : "Add service"} dirty={dirty} busy={busy} />
        </Box>
      </Box>
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

const Drop = ({ service, back }: { service: Service; back: string }) => {
  const go = useGo();
  const { id } = service;
  const restore = useMutation(CatalogService.method.restoreService, { meta: { success: "Service restored" } });
  const remove = useServiceDelete();
  const drop = async () => {
    const sure = await confirm({
      title: `Delete ${service.name}?`,
      body: "Past appointments keep it. You can undo this right after.",
      action: "Delete service",
      danger: true,
    });
    if (!sure) return;
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          toast.success("Service deleted", { undo: () => restore.mutate({ id }) });
          go(back);
        },
      },
    );
  };
  return (
    <Button color="error" variant="text" loading={remove.isPending} onClick={() => void drop()}>
      Delete
    </Button>
  );
};

export default ServiceEdit;
