import { useMutation } from "@connectrpc/connect-query";
import type { StaffFullDetail } from "@leashline/proto/leashline/account/v1/staff_pb.js";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useCallback } from "react";
import { useWatch } from "react-hook-form";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSwitch } from "../../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { FormTime } from "../../../ui/form/more-fields.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { formatDay } from "../../../ui/format/dates.ts";
import { usePreferences } from "../../../ui/format/preferences.ts";

type Values = { limited: boolean; start: number; end: number; weekdays: string[] };

/** The times at which a person may be signed in (growth §7 staff login time). */
export const LoginTimes = ({ detail, onSaved }: { detail: StaffFullDetail; onSaved: () => void }) => {
  const { weekStart } = usePreferences();
  const update = useMutation(StaffService.method.updateStaff, { meta: { success: "Sign-in times saved" } });
  const { staff, loginTime } = detail;
  const [form, theirs] = useLiveForm<Values>({
    limited: loginTime?.limited ?? false,
    start: loginTime?.limited ? loginTime.startMinute : 8 * 60,
    end: loginTime?.limited ? loginTime.endMinute : 18 * 60,
    weekdays: (loginTime?.weekdays ?? []).map(String),
  });
  const { control } = form;
  const onSave = useCallback(
    async ({ limited, start, end, weekdays }: Values) => {
      if (!staff) return;
      const time = { limited, startMinute: start ?? 0, endMinute: end ?? 1440, weekdays: weekdays.map(Number) };
      await update.mutateAsync({ id: staff.id, version: staff.version, loginTime: time });
      onSaved();
    },
    [staff, update.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const limited = useWatch({ control, name: "limited" });
  const days = Array.from({ length: 7 }, (_, at) => (at + weekStart) % 7);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: "grid", gap: 1.5, mt: 1.5, pt: 1.5, borderTop: 1, borderColor: "lineSoft" }}
    >
      <FormSwitch control={control} name="limited" label="Only at certain times" />
      {limited && (
        <>
          <Box sx={{ display: "flex", gap: 1.5, maxWidth: 320 }}>
            <FormTime control={control} name="start" label="From" />
            <FormTime control={control} name="end" label="To" help="Earlier than the start: next day" />
          </Box>
          <FormChips
            control={control}
            name="weekdays"
            label="On"
            every="Every day"
            options={days.map((day) => ({ value: String(day), label: formatDay(`2023-01-0${day + 1}`, "ddd") }))}
          />
        </>
      )}
      {(dirty || busy) && (
        <Button type="submit" variant="contained" color="primary" loading={busy} sx={{ justifySelf: "end" }}>
          Save sign-in times
        </Button>
      )}
      <Overtaken fields={theirs} />
      <UnsavedGuard dirty={dirty} onSave={save} />
    </Box>
  );
};
