import { useQuery } from "@connectrpc/connect-query";
import type { Incident } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { Controller } from "react-hook-form";
import { PhotosField } from "../../../app/upload/PhotosField.tsx";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { FormDate, FormTime } from "../../../ui/form/more-fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { NO_STAFF } from "../../calendar/shared/types.ts";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { type IncidentValues, type InvolvedPet, inputOf, valuesOf, wrongPets } from "./incident-values.ts";
import { PetsField } from "./PetsField.tsx";
import { ToldField } from "./ToldField.tsx";
import { useIncidentActs } from "./useIncidentActs.ts";

type Props = { incident?: Incident; pets: readonly InvolvedPet[]; appointmentId: string; onClose: () => void };

/** A report to write or to change. */
export const IncidentForm = ({ incident, pets, appointmentId, onClose }: Props) => {
  const { zone } = usePreferences();
  const format = useFormat();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a new report began with stays
  const values = useMemo(() => valuesOf(incident, pets, zone), [incident, zone]);
  const [form, theirs] = useLiveForm<IncidentValues>(values);
  const { control } = form;
  const acts = useIncidentActs(incident, onClose);
  const types = useQuery(PetSettingsService.method.getPetSettings).data?.incidentTypes ?? [];
  const staff = [...useStaffNames()].filter(([id]) => id !== NO_STAFF).map(([value, label]) => ({ value, label }));
  const type = form.watch("incidentTypeId");
  const warns = types.find(({ id }) => id === type)?.warns ?? false;
  return (
    <DrawerForm
      open
      addressed
      width={520}
      title={incident ? `${incident.incidentTypeName} report` : "Report an incident"}
      form={form}
      saveLabel="Save report"
      onSave={(written) => acts.save(inputOf(written, zone), appointmentId)}
      onClose={onClose}
    >
      <Overtaken fields={theirs} />
      {!incident && appointmentId !== "0" && (
        <Typography color="textSecondary">Happened during an appointment; the report is kept with it.</Typography>
      )}
      <FormSelect
        control={control}
        name="incidentTypeId"
        label="Type"
        check={required("Type")}
        options={types.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
        <FormDate control={control} name="date" label="Day" max={format.now().date} check={required("Day")} />
        <FormTime control={control} name="minutes" label="Time" />
      </Box>
      <FormText
        control={control}
        name="place"
        label="Where"
        placeholder="Play yard, lobby, van"
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
      <Controller
        control={control}
        name="pets"
        rules={{ validate: (list: IncidentValues["pets"]) => wrongPets(list, warns) }}
        render={({ field, fieldState }) => (
          <PetsField value={field.value} onChange={field.onChange} warns={warns} error={fieldState.error?.message} />
        )}
      />
      <FormText
        control={control}
        name="description"
        label="What happened"
        multiline
        minRows={3}
        check={required("A description")}
        slotProps={{ htmlInput: { maxLength: 5000 } }}
      />
      <FormText
        control={control}
        name="actionTaken"
        label="What was done"
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 5000 } }}
      />
      <Controller
        control={control}
        name="photoPaths"
        render={({ field }) => <PhotosField of="Incident" value={field.value} onChange={field.onChange} />}
      />
      <Controller control={control} name="told" render={({ field }) => <ToldField value={field.value} onChange={field.onChange} />} />
      {staff.length > 0 && <FormChips control={control} name="staffIds" label="Staff who were there" options={staff} />}
    </DrawerForm>
  );
};
