import { useMutation, useQuery } from "@connectrpc/connect-query";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { signOutEverywhere } from "../../../app/session/session-api.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { useGo } from "../../../ui/links/Link.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { deviceName } from "../shared/sign-in/device-name.ts";

/** Where this account is signed in, and the way to end it there. */
export const Devices = () => {
  const format = useFormat();
  const go = useGo();
  const sessions = useQuery(SessionService.method.listSessions);
  const revoke = useMutation(SessionService.method.revokeSession, {
    onSuccess: () => void sessions.refetch(),
    meta: { success: "Signed out on that device" },
  });
  const leaveAll = async () => {
    const sure = await confirm({
      title: "Sign out everywhere?",
      body: "This device too. Unsaved work on other devices is lost.",
      action: "Sign out everywhere",
      danger: true,
    });
    if (!sure) return;
    try {
      await signOutEverywhere();
      go("/sign_in");
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  return (
    <Card component="section" sx={{ p: 2.5 }}>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Devices
      </Typography>
      {sessions.error && !sessions.data && <ErrorState compact error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {!sessions.data && !sessions.error && <RowsSkeleton rows={2} />}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {sessions.data?.sessions.map((session) => (
          <Box
            component="li"
            key={session.id}
            sx={{ display: "flex", alignItems: "center", gap: 1.5, py: 1, borderBottom: 1, borderColor: "lineSoft" }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle2">{deviceName(session.deviceName)}</Typography>
              <Typography variant="body2" color="textSecondary">
                {session.ipAddress} · {session.current ? "now" : format.ago(session.lastSeenTime)}
              </Typography>
            </Box>
            {session.current ? (
              <StatusChip tone="accent">This device</StatusChip>
            ) : (
              <Button disabled={revoke.isPending} onClick={() => revoke.mutate({ sessionId: session.id })}>
                Sign out
              </Button>
            )}
          </Box>
        ))}
      </Box>
      <Button color="error" variant="text" onClick={() => void leaveAll()} sx={{ mt: 1.5 }}>
        Sign out everywhere
      </Button>
    </Card>
  );
};
