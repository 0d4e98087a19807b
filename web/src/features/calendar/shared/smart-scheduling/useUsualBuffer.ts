import { useQuery } from "@connectrpc/connect-query";
import { SmartScheduleSettingService } from "@leashline/proto/leashline/calendar/v1/smart_schedule_setting_service_pb.js";
import { useInfo } from "../../../../app/session/session.ts";

/** Minutes to be left at each stop of this location, as text for a field. */
export function useUsualBuffer(): string {
  const { business } = useInfo();
  const setting = useQuery(SmartScheduleSettingService.method.getSmartScheduleSetting, {}).data?.setting;
  const own = setting?.overrides.find(({ businessId }) => businessId === business?.id);
  return String(own?.bufferTime ?? setting?.bufferTime ?? 0);
}
