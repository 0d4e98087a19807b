import { useMutation, useQuery } from "@connectrpc/connect-query";
import { InviteService } from "@leashline/proto/leashline/account/v1/invite_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useSession } from "../../../app/session/session.ts";
import { loadSession, resumeSession } from "../../../app/session/session-api.ts";
import { maybeSignedIn } from "../../../app/session/session-note.ts";
import { errorFact, messageOf } from "../../../ui/feedback/call-errors.ts";
import { LinkButton, withIds } from "../../../ui/links/Link.tsx";
import { AuthFrame } from "../shared/sign-in/AuthFrame.tsx";

/** /invite/{inviteCode}/{action?}: who invites, and the way to accept with an account that is signed in, or after signing in or up. */
const Invite = () => {
  const { inviteCode = "", action } = useParams();
  const navigate = useNavigate();
  const session = useSession();
  const [ready, setReady] = useState(!maybeSignedIn());
  const accept = useMutation(InviteService.method.acceptInviteCode, { meta: { quiet: true } });
  const acceptEnterprise = useMutation(InviteService.method.acceptEnterpriseInviteCode, { meta: { quiet: true } });
  // A code that was used is no longer there to be asked for.
  const unused = [accept, acceptEnterprise].every(({ isIdle, isError }) => isIdle || isError);
  const invite = useQuery(InviteService.method.getInviteCode, { inviteCode }, { enabled: unused, meta: { quiet: true } });
  useEffect(() => {
    if (maybeSignedIn()) void resumeSession().finally(() => setReady(true));
  }, []);

  const join = async () => {
    try {
      if (invite.data?.isEnterprise) {
        await acceptEnterprise.mutateAsync({ inviteCode });
        await loadSession();
        void navigate("/account", { replace: true });
      } else {
        const { companyId, businessId } = await accept.mutateAsync({ inviteCode });
        await loadSession({ companyId, businessId });
        void navigate(withIds("/home"), { replace: true });
      }
    } catch {
      // the alert shows it
    }
  };

  const error = accept.error ?? acceptEnterprise.error;
  const { data } = invite;
  const place =
    data && (data.businessName && data.businessName !== data.companyName ? `${data.companyName}, ${data.businessName}` : data.companyName);
  const rest = { inviteCode, email: data?.email };
  return (
    <AuthFrame title={data ? `Join ${place}` : "Invitation"}>
      {invite.error && <Alert severity="error">{messageOf(invite.error)}</Alert>}
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorFact(error, "bound") === "account"
            ? `This account already works at ${data?.companyName ?? "this company"}. Use another account, or ask for the invite to be canceled.`
            : messageOf(error)}
        </Alert>
      )}
      {(!ready || (!data && !invite.error)) && <LinearProgress aria-label="Loading the invitation" />}
      {ready && data && session.status === "in" && (
        <Box sx={{ display: "grid", gap: 1.5 }}>
          <Typography>
            {action === "accept" ? "One last step: " : ""}you are signed in as {session.account.email}.
          </Typography>
          <Button
            variant="contained"
            color="primary"
            size="large"
            loading={accept.isPending || acceptEnterprise.isPending}
            onClick={() => void join()}
          >
            Join as {data.firstName || "staff"}
          </Button>
          <LinkButton to="/logout" variant="text">
            Use another account
          </LinkButton>
        </Box>
      )}
      {ready && data && session.status !== "in" && (
        <Box sx={{ display: "grid", gap: 1.5 }}>
          <Typography color="textSecondary">You need an account of your own to join.</Typography>
          <LinkButton to={pathTo("/sign_up", {}, rest)} variant="contained" color="primary" size="large">
            Create an account
          </LinkButton>
          <LinkButton to={pathTo("/sign_in", {}, rest)} size="large">
            I already have an account
          </LinkButton>
        </Box>
      )}
    </AuthFrame>
  );
};

export default Invite;
