import { useQuery } from "@connectrpc/connect-query";
import { SmartScheduleSettingService } from "@leashline/proto/leashline/calendar/v1/smart_schedule_setting_service_pb.js";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useLocations } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { plural } from "../../../ui/format/text.ts";
import { Head } from "./Head.tsx";
import { SmartDrawer } from "./SmartDrawer.tsx";

const spare = (minutes: number): string => (minutes === 0 ? "No minutes" : plural(minutes, "minute"));

/** What smart scheduling goes by, said in words, with a way to change it. */
export const SmartSection = ({ canEdit }: { canEdit: boolean }) => {
  const { data, error, refetch } = useQuery(SmartScheduleSettingService.method.getSmartScheduleSetting, {});
  const locations = useLocations();
  const [open, setOpen] = useState(false);
  const nameOf = (businessId: string) => locations.find(({ id }) => id === businessId)?.name;
  const own = (data?.setting?.overrides ?? []).flatMap(({ businessId, bufferTime = 0 }) => {
    const name = nameOf(businessId);
    return name ? [`${name}: ${spare(bufferTime).toLowerCase()}`] : [];
  });
  return (
    <>
      <Head title="Smart scheduling">
        {canEdit && data && (
          <Button aria-label="Edit smart scheduling" onClick={() => setOpen(true)}>
            Edit
          </Button>
        )}
      </Head>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.setting && (
        <>
          <Typography>{`${spare(data.setting.bufferTime)} to spare at each stop besides the driving.`}</Typography>
          {own.map((line) => (
            <Typography key={line}>{line}</Typography>
          ))}
          <Typography color="textSecondary">
            {data.setting.serviceAreaEnable
              ? "Only times within service areas are offered."
              : "Times are offered outside service areas too."}
          </Typography>
        </>
      )}
      {open && data && <SmartDrawer known={data} onClose={() => setOpen(false)} onSaved={() => void refetch()} />}
    </>
  );
};
