import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { Staff, StaffFullDetail } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useCallback, useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "../../app/routes/paths.ts";
import { isOwner } from "../../app/session/permissions.ts";
import { signedIn } from "../../app/session/session.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { toast } from "../../ui/feedback/toast.ts";
import { Overtaken, useLiveForm } from "../../ui/form/live.tsx";
import { SaveBar } from "../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../ui/form/useFormPage.ts";
import { isoToDay } from "../../ui/format/dates.ts";
import { useGo } from "../../ui/links/Link.tsx";
import { Section } from "../../ui/page/Section.tsx";
import { Overrides } from "../calendar/shared/hours/Overrides.tsx";
import { StaffPrices } from "../offering/shared/StaffPrices.tsx";
import { SettingsFrame } from "../settings/SettingsFrame.tsx";
import { StaffLeave } from "./offboarding/StaffLeave.tsx";
import { UpcomingAppointments } from "./offboarding/UpcomingAppointments.tsx";
import { HoursSection } from "./StaffHours.tsx";
import { Notifications } from "./shared/Notifications.tsx";
import { unshown } from "./shared/notification-events.ts";
import { Login } from "./staff/Login.tsx";
import { StaffFields } from "./staff/StaffFields.tsx";
import { StaffPay } from "./staff/StaffPay.tsx";
import { type StaffValues, staffBody, staffValues } from "./staff/staff-values.ts";

/** One person: name, role, locations, colour, login; and their hours in the chosen location. */
const StaffEdit = () => {
  const { staffId } = useParams();
  const detail = useQuery(StaffService.method.getStaffFullDetail, { id: staffId ?? "0" }, { enabled: staffId !== undefined });
  const known = staffId ? detail.data?.detail : undefined;
  const reload = () => void detail.refetch();
  const name = known?.staff ? `${known.staff.firstName} ${known.staff.lastName}`.trim() : "";
  return (
    <SettingsFrame title={staffId ? name || "Staff member" : "New staff member"} back="/setting/staff">
      {!staffId || known?.staff ? (
        <Box sx={{ display: "grid", gap: 2 }}>
          <Form key={known?.staff?.id ?? "new"} {...(known && { known })} onSaved={reload} />
          {known?.staff ? (
            <>
              {known.staff.employeeCategory !== 1 && known.staff.employeeCategory !== 2 && <Login detail={known} onChange={reload} />}
              <UpcomingAppointments staff={known.staff} />
              <HoursSection staffId={known.staff.id} name={name} />
              <Overrides staffId={known.staff.id} name={name} />
              <StaffPrices staffId={known.staff.id} />
              <StaffPay detail={known} onSaved={reload} />
              <Told detail={known} onSaved={reload} />
            </>
          ) : (
            <Typography color="textSecondary">Working hours are set after the person is added; they start with the usual ones.</Typography>
          )}
        </Box>
      ) : detail.error ? (
        <ErrorState error={detail.error} onRetry={() => void detail.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </SettingsFrame>
  );
};

const Form = ({ known, onSaved }: { known?: StaffFullDetail; onSaved: () => void }) => {
  const go = useGo();
  const create = useMutation(StaffService.method.createStaff);
  const update = useMutation(StaffService.method.updateStaff);
  const businessId = signedIn()?.business?.id ?? "";
  const [form, theirs] = useLiveForm<StaffValues>(staffValues(known?.staff, known?.accessCode ?? "", businessId));
  const onSave = useCallback(
    async (values: StaffValues) => {
      if (known?.staff) {
        // Every field is named, so that an emptied date is cleared and not just left out.
        const body = { ...staffBody(values), inactive: values.inactive, fireDate: isoToDay(values.fireDate) };
        const { id, version } = known.staff;
        await update.mutateAsync({ ...body, id, version, updateMask: { paths: Object.keys(body) } });
        toast.success("Staff member saved");
        onSaved();
        return;
      }
      const { staff } = await create.mutateAsync({ ...staffBody(values), employeeCategory: Number(values.employeeCategory) });
      toast.success("Staff member added. Set their working hours next.");
      form.reset(values);
      if (staff) go(pathTo("/setting/createOrEditStaff/:staffId?", { staffId: staff.id }), { replace: true });
    },
    [known, create.mutateAsync, update.mutateAsync, onSaved, go, form],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  // The owner stays.
  const leaving = known?.staff && !isOwner(known.staff.employeeCategory) ? known.staff : undefined;
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
      <StaffFields form={form} {...(known?.staff && { known: known.staff })} />
      <Box sx={{ display: "flex", alignItems: "center" }}>
        {leaving && <Drop staff={leaving} />}
        <Box sx={{ ml: "auto" }}>
          <Overtaken fields={theirs} />
          <SaveBar label={known ? "Save staff member" : "Add staff member"} dirty={dirty} busy={busy} />
        </Box>
      </Box>
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};

const Drop = ({ staff }: { staff: Staff }) => {
  const go = useGo();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button color="error" variant="text" onClick={() => setAsking(true)}>
        Remove
      </Button>
      {asking && <StaffLeave staff={staff} onClose={() => setAsking(false)} onGone={() => go("/setting/staff")} />}
    </>
  );
};

const Told = ({ detail, onSaved }: { detail: StaffFullDetail; onSaved: () => void }) => {
  const update = useMutation(StaffService.method.updateStaff, { onSuccess: onSaved });
  const { staff, notificationPreference } = detail;
  return (
    <Section title="Notifications">
      <Notifications
        known={notificationPreference}
        onSave={async (told) =>
          staff && (await update.mutateAsync({ id: staff.id, notificationPreference: { ...unshown(notificationPreference), ...told } }))
        }
      />
    </Section>
  );
};

export default StaffEdit;
