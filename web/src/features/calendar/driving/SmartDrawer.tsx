import { useMutation } from "@connectrpc/connect-query";
import {
  type GetSmartScheduleSettingResponse,
  SmartScheduleSettingService,
} from "@leashline/proto/leashline/calendar/v1/smart_schedule_setting_service_pb.js";
import Typography from "@mui/material/Typography";
import { useForm } from "react-hook-form";
import { useLocations } from "../../../app/session/session.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormSwitch, FormText } from "../../../ui/form/fields.tsx";

type Values = { bufferTime: string; serviceAreaEnable: boolean; own: Record<string, string> };
type Props = { known: GetSmartScheduleSettingResponse; onClose: () => void; onSaved: () => void };

const MOST = 240;
const minutes = (text: string) =>
  text.trim() === "" || (/^\d+$/.test(text.trim()) && Number(text) <= MOST) ? undefined : `A whole number from 0 to ${MOST}`;

/** What smart scheduling goes by; a location whose minutes are empty leaves the usual ones. */
export const SmartDrawer = ({ known: { setting, version }, onClose, onSaved }: Props) => {
  const locations = useLocations();
  const save = useMutation(SmartScheduleSettingService.method.updateSmartScheduleSetting, { meta: { success: "Smart scheduling saved" } });
  const minutesAt = (businessId: string) => setting?.overrides.find((one) => one.businessId === businessId)?.bufferTime;
  const form = useForm<Values>({
    defaultValues: {
      bufferTime: String(setting?.bufferTime ?? 0),
      serviceAreaEnable: setting?.serviceAreaEnable ?? true,
      own: Object.fromEntries(locations.map(({ id }) => [id, String(minutesAt(id) ?? "")])),
    },
  });
  const { control } = form;
  const onSave = async ({ bufferTime, serviceAreaEnable, own }: Values) => {
    const overrides = Object.entries(own).flatMap(([businessId, text]) =>
      text.trim() === "" ? [] : [{ businessId, bufferTime: Number(text) }],
    );
    const paths = ["buffer_time", "service_area_enable", "overrides"];
    await save.mutateAsync({ setting: { bufferTime: Number(bufferTime), serviceAreaEnable, overrides }, updateMask: { paths }, version });
    onSaved();
  };
  return (
    <DrawerForm open title="Smart scheduling" form={form} saveLabel="Save" onSave={onSave} onClose={onClose}>
      <FormText
        control={control}
        name="bufferTime"
        label="Minutes to spare at each stop"
        check={minutes}
        help="On top of driving time. You can change it when you look for a time."
      />
      <FormSwitch control={control} name="serviceAreaEnable" label="Only offer times within service areas" />
      {locations.length > 1 && (
        <>
          <Typography variant="subtitle2">Other minutes at a location</Typography>
          {locations.map(({ id, name }) => (
            <FormText key={id} control={control} name={`own.${id}`} label={name} check={minutes} help="Empty: as above" />
          ))}
        </>
      )}
    </DrawerForm>
  );
};
