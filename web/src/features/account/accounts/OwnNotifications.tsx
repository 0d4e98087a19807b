import { useMutation, useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { useInfo } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { Notifications } from "../shared/Notifications.tsx";
import { Panel } from "../shared/Panel.tsx";

/** What this person is told about in the chosen company; everybody decides it for themselves. */
export const OwnNotifications = () => {
  const { staffId, business } = useInfo();
  const self = useQuery(StaffService.method.getStaffFullDetail, {}, { enabled: staffId !== undefined });
  const update = useMutation(StaffService.method.updateMyNotificationPreference);
  if (!staffId) return null;
  return (
    <Panel title={`Notifications from ${business?.companyName ?? "work"}`}>
      {self.data ? (
        <Notifications
          known={self.data.detail?.notificationPreference}
          onSave={(notificationPreference) =>
            update.mutateAsync({ notificationPreference, updateMask: { paths: Object.keys(notificationPreference) } })
          }
        />
      ) : self.error ? (
        <ErrorState compact error={self.error} onRetry={() => void self.refetch()} />
      ) : (
        <RowsSkeleton rows={4} height={36} />
      )}
    </Panel>
  );
};
