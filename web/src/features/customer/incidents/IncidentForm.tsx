import { useQuery } from "@connectrpc/connect-query";
import type { Incident } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import { Controller } from "react-hook-form";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormText } from "../../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { FormDate, FormTime } from "../../../ui/form/more-fields.tsx";
import { usePreferences } from "../../../ui/format/preferences.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { TextLink } from "../../../ui/links/Link.tsx";
import { NO_STAFF } from "../../calendar/shared/types.ts";
import { useStaffNames } from "../../calendar/shared/useCalendar.ts";
import { type IncidentValues, type InvolvedPet, inputOf, valuesOf } from "./incident-values.ts";
import { PetsField } from "./PetsField.tsx";
import { PhotosField } from "./PhotosField.tsx";
import { ToldField } from "./ToldField.tsx";
import { useIncidentActs } from "./useIncidentActs.ts";

type Props = { incident?: Incident; pets: readonly InvolvedPet[]; appointmentId: string; onClose: () => void };

/** A report to write, to change, or only to read. */
export const IncidentForm = ({ incident, pets, appointmentId, onClose }: Props) => {
  const { zone } = usePreferences();
  const format = useFormat();
  const mayWrite = useCan("createOrEditIncidentReport") && incident?.deleted !== true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a new report began with stays
  const values = useMemo(() => valuesOf(incident, pets, zone), [incident, zone]);
  const [form, theirs] = useLiveForm<IncidentValues>(values);
  const { control } = form;
  const acts = useIncidentActs(incident, onClose);
  const types = useQuery(PetSettingsService.method.getPetSettings).data?.incidentTypes ?? [];
  const staff = [...useStaffNames()].filter(([id]) => id !== NO_STAFF).map(([value, label]) => ({ value, label }));
  const visit = incident?.appointmentId ?? appointmentId;
  return (
    <DrawerForm
      open
      addressed
      width={520}
      title={incident ? `${incident.incidentTypeName} report` : "Report an incident"}
      form={form}
      saveLabel={mayWrite ? "Save report" : "Close"}
      onSave={(written) => (mayWrite ? acts.save(inputOf(written, zone), appointmentId) : Promise.resolve())}
      onClose={onClose}
      aside={
        incident &&
        mayWrite && (
          <Button color="error" variant="text" onClick={() => void acts.drop()}>
            Delete
          </Button>
        )
      }
    >
      <Overtaken fields={theirs} />
      {incident && (
        <Typography variant="body2" color="textSecondary">
          Written {incident.createdByName && `by ${incident.createdByName} `}
          {format.instant(incident.createTime)}
        </Typography>
      )}
      {visit !== "0" && (
        <TextLink to={pathTo("/calendar/grooming", {}, { appointment: visit })}>Happened during an appointment: open it</TextLink>
      )}
      <Box component="fieldset" disabled={!mayWrite} sx={{ border: 0, p: 0, m: 0, minWidth: 0, display: "grid", gap: 2 }}>
        <FormSelect
          control={control}
          name="incidentTypeId"
          label="Type"
          check={required("Type")}
          disabled={!mayWrite}
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Box sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1.5 }}>
          <FormDate control={control} name="date" label="Day" max={format.now().date} check={required("Day")} disabled={!mayWrite} />
          <FormTime control={control} name="minutes" label="Time" disabled={!mayWrite} />
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
          rules={{ validate: (list: IncidentValues["pets"]) => list.length > 0 || "Name at least one pet." }}
          render={({ field, fieldState }) => (
            <PetsField value={field.value} onChange={field.onChange} disabled={!mayWrite} error={fieldState.error?.message} />
          )}
        />
        <FormText
          control={control}
          name="description"
          label="What happened"
          multiline
          minRows={3}
          check={required("What happened")}
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
          render={({ field }) => <PhotosField value={field.value} onChange={field.onChange} disabled={!mayWrite} />}
        />
        <Controller
          control={control}
          name="told"
          render={({ field }) => <ToldField value={field.value} onChange={field.onChange} disabled={!mayWrite} />}
        />
        {staff.length > 0 && (
          <FormChips control={control} name="staffIds" label="Staff who were there" options={staff} disabled={!mayWrite} />
        )}
      </Box>
    </DrawerForm>
  );
};
