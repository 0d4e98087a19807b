import { useMutation, useQuery } from "@connectrpc/connect-query";
import { LodgingService } from "@leashline/proto/leashline/offering/v1/lodging_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type FormEvent, useCallback } from "react";
import { useForm } from "react-hook-form";
import { useParams } from "react-router";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { all, type Check, required } from "../../../ui/format/validate.ts";
import { LinkButton, useGo } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { numbered } from "./numbered.ts";

const BACK = "/setting/lodging/units";
const AT_ONCE = 200;
const linesOf = (text: string): string[] => text.split("\n").flatMap((line) => line.trim() || []);
const isCount: Check = (value) =>
  value === "" || (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= AT_ONCE) ? undefined : `From 1 to ${AT_ONCE}`;
const isList: Check = (value) =>
  linesOf(value).length === 0 ? "At least one name" : linesOf(value).length > AT_ONCE ? `At most ${AT_ONCE} at once` : undefined;

/** /lodgingUnit/add/{businessId}: several rooms, kennels or areas at once, one name a line. */
const NewUnits = () => {
  const types = useQuery(LodgingService.method.listLodgingTypes);
  const list = types.data?.lodgingTypes;
  return (
    <SettingsFrame title="New rooms and areas" back={BACK} maxWidth={640}>
      {types.error && !list && <ErrorState error={types.error} onRetry={() => void types.refetch()} />}
      {!list && !types.error && <FormSkeleton />}
      {list?.length === 0 && (
        <EmptyState icon="building" title="No types of lodging yet" text="A room is of a type. Add that first.">
          <LinkButton to="/setting/lodging/types" variant="contained" color="primary">
            Types of lodging
          </LinkButton>
        </EmptyState>
      )}
      {list && list.length > 0 && <Form options={list.map(({ lodgingTypeId, name }) => ({ value: lodgingTypeId, label: name }))} />}
    </SettingsFrame>
  );
};

const Form = ({ options }: { options: { value: string; label: string }[] }) => {
  const { businessId } = useParams();
  const go = useGo();
  const create = useMutation(LodgingService.method.createLodgingUnits, { meta: { success: "Added" } });
  const form = useForm({ defaultValues: { lodgingTypeId: options[0]?.value ?? "", count: "", names: "" } });
  const { control, getValues, setValue } = form;
  const onSave = useCallback(
    (values: { lodgingTypeId: string; names: string }) =>
      create.mutateAsync({ ...(businessId && { businessId }), lodgingTypeId: values.lodgingTypeId, names: linesOf(values.names) }),
    [businessId, create.mutateAsync],
  );
  const { save, dirty, busy } = useFormPage(form, onSave);
  const saveAndLeave = async (event: FormEvent) => {
    event.preventDefault();
    if (await save()) go(BACK);
  };
  const fill = () => {
    const label = options.find((option) => option.value === getValues("lodgingTypeId"))?.label ?? "Room";
    const names = numbered(label, linesOf(getValues("names")), Math.min(Number(getValues("count")) || 1, AT_ONCE));
    setValue("names", names.join("\n"), { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Box component="form" noValidate onSubmit={saveAndLeave} sx={{ display: "grid", gap: 2 }}>
      <Section title="Which">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <FormSelect control={control} name="lodgingTypeId" label="Type" options={options} />
          <Box sx={{ display: "grid", gridTemplateColumns: "1fr auto", gap: 1, alignItems: "start" }}>
            <FormText control={control} name="count" label="How many" placeholder="10" check={isCount} />
            <Button onClick={fill}>Write the names</Button>
          </Box>
          <FormText
            control={control}
            name="names"
            label="Names, one a line"
            multiline
            minRows={6}
            check={all(required("A name"), isList)}
          />
        </Box>
      </Section>
      <SaveBar label="Add rooms" dirty={dirty} busy={busy} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

export default NewUnits;
